package dev.holdfast.bench.cli;

import dev.holdfast.bench.run.Heartbeat;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "heartbeat",
        description =
                "Counts what a worker that only lives costs the database, with one job running and with many: statements and bytes a beat.")
final class HeartbeatCommand implements Callable<Integer> {
    @Mixin
    private Settings settings;

    @Option(
            names = "--jobs",
            paramLabel = "<n>",
            description = "How many are many (10000; 2000 on a Java without virtual threads).")
    private Integer jobs;

    @Option(
            names = "--beats",
            paramLabel = "<n>",
            description = "How many heartbeats are counted (20; 40 with --full).")
    private Integer beats;

    @Override
    public Integer call() throws Exception {
        return settings.answer(setup -> new Heartbeat(setup, jobs(), beats()).run());
    }

    private int jobs() {
        return Optional.ofNullable(jobs).orElse(Size.held(settings.length()));
    }

    private int beats() {
        return Optional.ofNullable(beats).orElse(Size.BEATS.at(settings.length()));
    }
}
