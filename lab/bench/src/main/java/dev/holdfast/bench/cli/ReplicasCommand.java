package dev.holdfast.bench.cli;

import dev.holdfast.bench.run.Replicas;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "replicas",
        description = "Runs jobs on one worker and on several beside each other: jobs a second of all together.")
final class ReplicasCommand implements Callable<Integer> {
    @Mixin
    private Settings settings;

    @Option(names = "--jobs", paramLabel = "<n>", description = "How many jobs (100000; 200000 with --full).")
    private Integer jobs;

    @Option(names = "--most", paramLabel = "<n>", description = "Most workers (4).")
    private Integer most;

    @Override
    public Integer call() throws Exception {
        return settings.answer(
                Size.REPLICAS_ROUNDS.at(settings.length()),
                setup -> List.of(new Replicas(setup, jobs(), most()).run()));
    }

    private int jobs() {
        return Optional.ofNullable(jobs).orElse(Size.REPLICAS_JOBS.at(settings.length()));
    }

    private int most() {
        return Optional.ofNullable(most).orElse(Size.REPLICAS_MOST.at(settings.length()));
    }
}
