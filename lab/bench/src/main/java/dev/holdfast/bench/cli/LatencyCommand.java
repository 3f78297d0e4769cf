package dev.holdfast.bench.cli;

import dev.holdfast.bench.run.Latency;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "latency",
        description =
                "Stores one job after another for an idle worker: milliseconds until its handler, beside a bare notification.")
final class LatencyCommand implements Callable<Integer> {
    @Mixin
    private Settings settings;

    @Option(names = "--probes", paramLabel = "<n>", description = "How many jobs (200; 300 with --full).")
    private Integer probes;

    @Override
    public Integer call() throws Exception {
        return settings.answer(setup -> new Latency(setup, probes()).run());
    }

    private int probes() {
        return Optional.ofNullable(probes).orElse(Size.LATENCY_PROBES.at(settings.length()));
    }
}
