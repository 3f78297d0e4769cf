package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Bound;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import java.util.ArrayList;
import java.util.List;

/**
 * What an old snapshot costs: somebody holds a REPEATABLE READ transaction open (an analyst, a backup) while jobs pass, so
 * that no dead row or index entry can be cleaned. Each system drains with and without.
 */
public final class Pinned {
    private final Setup setup;
    private final Draining draining;

    public Pinned(Setup setup, int jobs) {
        this.setup = setup;
        this.draining = new Draining(setup.lab(), jobs);
    }

    public Report run() throws Exception {
        List<Trial> all = new ArrayList<>(both(Subjects.HOLDFAST, false));
        for (Subject plain : Subjects.plain()) {
            all.addAll(both(plain, false));
        }
        for (Subject peer : setup.queues()) {
            all.addAll(both(peer, true));
        }
        Measured measured = setup.rounds().measure(all);
        measured.ratio(Figure.JOBS, all.get(1), all.get(0), Bound.atLeast(0.9));
        for (int i = 2; i < all.size(); i += 2) {
            measured.ratio(Figure.JOBS, all.get(i + 1), all.get(i));
            measured.ratio(Figure.JOBS, all.get(1), all.get(i + 1));
        }
        return measured.report("pinned");
    }

    private List<Trial> both(Subject subject, boolean mayFail) {
        return List.of(
                new Trial(subject, "", () -> draining.of(subject, 0), mayFail),
                new Trial(subject, "snapshot held", () -> draining.pinned(subject), mayFail));
    }
}
