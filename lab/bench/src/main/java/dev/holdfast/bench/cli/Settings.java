package dev.holdfast.bench.cli;

import dev.holdfast.bench.report.Findings;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.run.Lab;
import dev.holdfast.bench.run.Peers;
import dev.holdfast.bench.run.Rounds;
import dev.holdfast.bench.run.Setup;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What every benchmark can be told, and how it answers: progress to standard error, the result to standard output. */
final class Settings {
    @Option(names = "--full", description = "Larger and longer, for a report.")
    private boolean full;

    @Option(names = "--rounds", paramLabel = "<n>", description = "How often each system is measured.")
    private Integer rounds;

    @Option(names = "--no-peers", description = "Leave out systems that have to be fetched.")
    private boolean withoutPeers;

    @Option(
            names = "--url",
            paramLabel = "<jdbc url>",
            description = {
                "A PostgreSQL to use instead of one of its own, with user and password in the URL. The role makes"
                        + " databases and drops them."
            })
    private String url;

    @Option(names = "--json", description = "End with one line of JSON: machine, rows, ratios.")
    private boolean json;

    @Option(
            names = "--out",
            paramLabel = "<folder>",
            description = "Write report.json, report.txt and the plot report.svg into this folder as well.")
    private Path out;

    /** Some benchmarks. */
    interface Measured {
        List<Report> in(Setup setup) throws Exception;
    }

    Size.Length length() {
        return full ? Size.Length.FULL : Size.Length.ALONE;
    }

    /** Runs with as many rounds as was asked for, or as many as usual. */
    int answer(int usualRounds, Measured measured) throws Exception {
        Path scratch = home().resolve("lab/bench/target/peers");
        try (Lab lab = new Lab(Optional.ofNullable(url))) {
            Peers peers = new Peers(home().resolve("lab/bench/peers"), scratch, System.err);
            int number = Optional.ofNullable(rounds).orElse(usualRounds);
            Setup setup = new Setup(lab, new Rounds(number, System.err), peers, !withoutPeers);
            List<Report> reports = measured.in(setup);
            tell(System.out, new Findings(lab.machine(), reports));
            return 0;
        }
    }

    /** The same for one benchmark with the usual number of rounds. */
    int answer(One one) throws Exception {
        return answer(Size.ROUNDS.at(length()), setup -> List.of(one.in(setup)));
    }

    /** One benchmark. */
    interface One {
        Report in(Setup setup) throws Exception;
    }

    /** All benchmarks, each as a part of one run. */
    int all() throws Exception {
        Size.Length length = full ? Size.Length.FULL : Size.Length.PART;
        All all = new All(length, rounds != null, System.err);
        int code = answer(Size.ROUNDS.at(length), all::run);
        return all.hasFailed() ? 1 : code;
    }

    private void tell(PrintStream answer, Findings findings) throws IOException {
        answer.print(findings.tables());
        if (out != null) {
            findings.write(out);
        }
        if (json) {
            answer.println(findings.json());
        }
    }

    /** The checkout: the launcher tells where it is. */
    private static Path home() {
        return Path.of(System.getProperty("holdfast.home", "")).toAbsolutePath();
    }
}
