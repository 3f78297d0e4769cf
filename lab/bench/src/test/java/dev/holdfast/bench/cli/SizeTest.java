package dev.holdfast.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SizeTest {
    @ParameterizedTest
    @CsvSource({
        "drain, --jobs, DRAIN_JOBS",
        "pinned, --jobs, PINNED_JOBS",
        "steady, --rate, STEADY_RATE",
        "steady, --seconds, STEADY_SECONDS",
        "latency, --probes, LATENCY_PROBES",
        "backlog, --jobs, BACKLOG_JOBS",
        "backlog, --most, BACKLOG_MOST",
        "enqueue, --jobs, ENQUEUE_JOBS",
        "replicas, --jobs, REPLICAS_JOBS",
        "locks, --seconds, LOCKS_SECONDS",
        "heartbeat, --beats, BEATS"
    })
    void helpSaysTheSizesThatAreUsed(String command, String option, Size size) {
        CommandLine line = new CommandLine(new Bench()).getSubcommands().get(command);
        String help = String.join(" ", line.getCommandSpec().findOption(option).description());

        assertThat(help).contains("(" + size.at(Size.Length.ALONE) + ";").contains(said(size) + " with --full");
    }

    private static String said(Size size) {
        return "; " + size.at(Size.Length.FULL);
    }
}
