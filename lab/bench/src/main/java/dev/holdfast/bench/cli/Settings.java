package dev.holdfast.bench.cli;

import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.run.Lab;
import dev.holdfast.bench.run.Peers;
import dev.holdfast.bench.run.Rounds;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What every benchmark can be told, and how it answers: progress to standard error, the result to standard output. */
final class Settings {
    private static final int FEW_ROUNDS = 3;
    private static final int FULL_ROUNDS = 7;

    @Option(names = "--full", description = "Larger and longer, for a report.")
    boolean full;

    @Option(
            names = "--rounds",
            paramLabel = "<n>",
            description = "How often each system is measured (3; 7 with --full).")
    Integer rounds;

    @Option(names = "--no-peers", description = "Leave out systems that have to be fetched.")
    boolean withoutPeers;

    @Option(names = "--json", description = "End with one line of JSON: machine, rows, ratios.")
    boolean json;

    @Option(names = "--output", paramLabel = "<file>", description = "Write the JSON to this file as well.")
    Path output;

    /** A benchmark. */
    interface Measured {
        Report in(Lab lab, Peers peers, Rounds rounds) throws Exception;
    }

    int answer(PrintStream out, PrintStream err, Measured measured) throws Exception {
        Path scratch = Files.createTempDirectory("holdfast-peers");
        try (Lab lab = new Lab()) {
            Peers peers = new Peers(home().resolve("lab/bench/peers"), scratch, err);
            tell(out, measured.in(lab, peers, new Rounds(rounds(), err)));
            return 0;
        }
    }

    private void tell(PrintStream out, Report report) throws IOException {
        out.print(report.table());
        if (output != null) {
            Files.writeString(output, report.json() + "\n");
        }
        if (json) {
            out.println(report.json());
        }
    }

    private int rounds() {
        return Optional.ofNullable(rounds).orElse(full ? FULL_ROUNDS : FEW_ROUNDS);
    }

    /** The checkout: the launcher tells where it is. */
    private static Path home() {
        return Path.of(System.getProperty("holdfast.home", "")).toAbsolutePath();
    }
}
