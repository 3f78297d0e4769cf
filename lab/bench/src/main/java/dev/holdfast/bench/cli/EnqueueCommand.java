package dev.holdfast.bench.cli;

import dev.holdfast.bench.run.Enqueue;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "enqueue",
        description = "Stores jobs from one thread, one by one and many at once: jobs a second, beside plain SQL.")
final class EnqueueCommand implements Callable<Integer> {
    @Mixin
    private Settings settings;

    @Option(names = "--jobs", paramLabel = "<n>", description = "How many jobs (100000; 200000 with --full).")
    private Integer jobs;

    @Override
    public Integer call() throws Exception {
        return settings.answer(setup -> new Enqueue(setup, jobs()).run());
    }

    private int jobs() {
        return Optional.ofNullable(jobs).orElse(Size.ENQUEUE_JOBS.at(settings.length()));
    }
}
