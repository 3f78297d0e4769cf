package dev.holdfast.bench.cli;

import dev.holdfast.bench.run.Drain;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "drain",
        description =
                "Runs no-op jobs that wait already: jobs a second, with and without history, beside plain SQL and peers.")
final class DrainCommand implements Callable<Integer> {
    @Mixin
    private Settings settings;

    @Option(names = "--jobs", paramLabel = "<n>", description = "How many jobs (200000; 500000 with --full).")
    private Integer jobs;

    @Option(
            names = "--statements",
            description = {
                "Instead of comparing, show which statements of ours cost most, what backends wait for, and tables that are"
                        + " read from end to end."
            })
    private boolean statements;

    @Override
    public Integer call() throws Exception {
        return settings.answer(setup -> {
            Drain drain = new Drain(setup, jobs());
            return statements ? drain.statements() : drain.run();
        });
    }

    private int jobs() {
        return Optional.ofNullable(jobs).orElse(Size.DRAIN_JOBS.at(settings.length()));
    }
}
