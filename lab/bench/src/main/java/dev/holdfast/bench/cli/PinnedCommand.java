package dev.holdfast.bench.cli;

import dev.holdfast.bench.run.Pinned;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "pinned",
        description =
                "Runs jobs while somebody holds an old snapshot open, and without, so that no dead row can be cleaned.")
final class PinnedCommand implements Callable<Integer> {
    @Mixin
    private Settings settings;

    @Option(names = "--jobs", paramLabel = "<n>", description = "How many jobs pass (200000; 600000 with --full).")
    private Integer jobs;

    @Override
    public Integer call() throws Exception {
        return settings.answer(setup -> new Pinned(setup, jobs()).run());
    }

    private int jobs() {
        return Optional.ofNullable(jobs).orElse(Size.PINNED_JOBS.at(settings.length()));
    }
}
