package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Bound;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Jobs that come at an even rate, run by a worker that could run more: how many wait, how long from being due to the
 * handler, and what is in use of the heap, with and without an old snapshot held.
 */
public final class Steady {
    private static final Figure OFFERED = new Figure("offered", "jobsPerSecond");
    private static final Figure EARLY = new Figure("waiting early", "jobs");
    private static final Figure LATE = new Figure("waiting late", "jobs");
    private static final Figure HEAP_EARLY = new Figure("heap early", "megabytes");
    private static final Figure HEAP_LATE = new Figure("heap late", "megabytes");

    private final Setup setup;
    private final int perSecond;
    private final int seconds;
    private final boolean withSnapshot;

    /** @param withSnapshot false leaves out the half with a snapshot held */
    public Steady(Setup setup, int perSecond, int seconds, boolean withSnapshot) {
        this.setup = setup;
        this.perSecond = perSecond;
        this.seconds = seconds;
        this.withSnapshot = withSnapshot;
    }

    public Report run() throws Exception {
        Subject subject = Subjects.HOLDFAST;
        String load = perSecond + "/s for " + seconds + " s";
        Trial free = Trial.of(subject, load, () -> once(subject));
        Trial pinned = Trial.of(subject, load + " snapshot held", () -> pinned(subject));
        Measured measured = setup.rounds().measure(withSnapshot ? List.of(free, pinned) : List.of(free));
        measured.ratio(Figure.P99, pinned, free, Bound.atMost(2));
        measured.ratio(Figure.P50, pinned, free);
        for (Trial trial : List.of(free, pinned)) {
            // Flat: what comes is run, and no more waits at the end than comes in a tenth of a second.
            measured.ratio(trial, Figure.JOBS, OFFERED, Bound.atLeast(0.99));
            measured.ratio(trial, LATE, OFFERED, Bound.atMost(0.1));
            measured.ratio(trial, HEAP_LATE, HEAP_EARLY, Bound.atMost(1.1));
        }
        return measured.report("steady");
    }

    private Map<Figure, Double> once(Subject subject) throws Exception {
        try (Database database = setup.lab().database();
                ContenderProcess process = ContenderProcess.start(subject, database.url())) {
            warm(process);
            return load(process);
        }
    }

    private Map<Figure, Double> pinned(Subject subject) throws Exception {
        try (Database database = setup.lab().database();
                ContenderProcess process = ContenderProcess.start(subject, database.url())) {
            warm(process);
            try (Connection snapshot = database.snapshot()) {
                return load(process);
            }
        }
    }

    /** As many jobs as come in two seconds; a cold process could not keep up with the first of them. */
    private void warm(ContenderProcess process) throws Exception {
        process.ask("prepare");
        process.ask("fill " + 2 * perSecond);
        process.ask("drain " + 2 * perSecond);
    }

    private Map<Figure, Double> load(ContenderProcess process) throws Exception {
        Map<String, Double> answer = process.ask("steady " + perSecond + " " + seconds, Duration.ofSeconds(seconds));
        Map<Figure, Double> all = Figures.latencies(answer);
        all.put(Figure.JOBS, answer.get("jobsPerSecond"));
        all.put(OFFERED, (double) perSecond);
        all.put(EARLY, answer.get("earlyJobs"));
        all.put(LATE, answer.get("lateJobs"));
        all.put(HEAP_EARLY, answer.get("earlyHeapMegabytes"));
        all.put(HEAP_LATE, answer.get("lateHeapMegabytes"));
        return all;
    }
}
