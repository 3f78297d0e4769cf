package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Bound;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How many no-op jobs that wait are run a second. */
public final class Drain {
    private static final Map<String, Bound> TARGETS = Map.of(
            "raw-sql", Bound.atLeast(0.9), "db-scheduler", Bound.atLeast(8), "graphile-worker", Bound.atLeast(1.5));

    /** They keep finished jobs, as ours does with history on. */
    private static final Set<String> WITH_HISTORY = Set.of("pg-boss", "jobrunr");

    private final Setup setup;
    private final Draining draining;

    public Drain(Setup setup, int jobs) {
        this.setup = setup;
        this.draining = new Draining(setup.lab(), jobs);
    }

    public Report run() throws Exception {
        Trial ours = trial(Subjects.HOLDFAST);
        Trial history = trial(Subjects.WITH_HISTORY);
        List<Trial> others = others();
        List<Trial> all = new ArrayList<>(List.of(ours, history));
        all.addAll(others);
        Measured measured = setup.rounds().measure(all);
        measured.ratio(Figure.JOBS, history, ours, Bound.atLeast(0.8));
        others.forEach(other -> measured.ratio(
                Figure.JOBS,
                ours,
                other,
                Optional.ofNullable(TARGETS.get(other.subject().system()))));
        others.stream()
                .filter(other -> WITH_HISTORY.contains(other.subject().system()))
                .forEach(other -> measured.ratio(Figure.JOBS, history, other));
        return measured.report("drain");
    }

    /** Ours alone, on a server that counts statements: which cost most, and what was waited for. Its rate is lower. */
    public Report statements() throws Exception {
        List<String> notes = new ArrayList<>();
        Trial ours = Trial.of(Subjects.HOLDFAST, "statements counted", () -> {
            notes.clear();
            return draining.watched(Subjects.HOLDFAST, notes);
        });
        Measured measured = setup.rounds().measure(List.of(ours));
        notes.forEach(measured::note);
        return measured.report("statements of a drain");
    }

    private List<Trial> others() throws Exception {
        List<Trial> others = new ArrayList<>();
        Subjects.plain().forEach(subject -> others.add(trial(subject)));
        setup.queues().forEach(peer -> others.add(Trial.ofPeer(peer, "", () -> draining.of(peer, 0))));
        return others;
    }

    private Trial trial(Subject subject) {
        return Trial.of(subject, "", () -> draining.of(subject, 0));
    }
}
