package dev.holdfast.bench.cli;

import dev.holdfast.bench.run.Drain;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "drain", description = "Runs no-op jobs that wait already: jobs a second, beside plain SQL and peers.")
final class DrainCommand implements Callable<Integer> {
    private static final int FEW_JOBS = 100_000;
    private static final int FULL_JOBS = 500_000;

    @Mixin
    private Settings settings;

    @Option(names = "--jobs", paramLabel = "<n>", description = "How many jobs (100000; 500000 with --full).")
    private Integer jobs;

    @Override
    public Integer call() throws Exception {
        int count = Optional.ofNullable(jobs).orElse(settings.full ? FULL_JOBS : FEW_JOBS);
        return settings.answer(
                System.out,
                System.err,
                (lab, peers, rounds) -> new Drain(lab, peers).run(rounds, count, !settings.withoutPeers));
    }
}
