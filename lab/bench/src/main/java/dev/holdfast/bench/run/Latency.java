package dev.holdfast.bench.run;

import dev.holdfast.bench.contender.RawPickUp;
import dev.holdfast.bench.report.Bound;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How long one job waits for its handler when there is nothing else to do. */
public final class Latency {
    private static final Subject NOTIFY = Subject.own("raw-notify", RawPickUp.class, Map.of("claim", "false"));
    private static final Subject CLAIM = Subject.own("raw-notify", RawPickUp.class, Map.of("claim", "true"));

    /** Of a slow system that is given a share only. */
    private static final int LEAST = 100;

    private final Setup setup;
    private final int probes;

    public Latency(Setup setup, int probes) {
        this.setup = setup;
        this.probes = probes;
    }

    public Report run() throws Exception {
        Trial ours = trial(Subjects.HOLDFAST, false);
        Trial bare = trial(NOTIFY, false);
        Trial claimed = trial(CLAIM, false);
        List<Trial> peers = new ArrayList<>();
        for (Subject peer : setup.queues()) {
            peers.add(trial(peer, true));
        }
        List<Trial> all = new ArrayList<>(List.of(ours, bare, claimed));
        all.addAll(peers);
        Measured measured = setup.rounds().measure(all);
        measured.ratio(Figure.P50, ours, bare, Bound.atMost(1.3));
        measured.ratio(Figure.P50, ours, claimed, Bound.atMost(1.2));
        measured.ratio(Figure.P99, ours, claimed);
        peers.forEach(peer -> measured.ratio(Figure.P50, ours, peer));
        return measured.report("latency");
    }

    private Trial trial(Subject subject, boolean mayFail) {
        return new Trial(subject, "", () -> once(subject), mayFail);
    }

    private Map<Figure, Double> once(Subject subject) throws Exception {
        try (Database database = setup.lab().database();
                ContenderProcess process = ContenderProcess.start(subject, database.url())) {
            process.ask("prepare");
            return Figures.latencies(process.ask("pickup " + Math.max(Math.min(probes, LEAST), subject.jobs(probes))));
        }
    }
}
