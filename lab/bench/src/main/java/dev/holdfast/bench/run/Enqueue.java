package dev.holdfast.bench.run;

import dev.holdfast.bench.contender.RawEnqueue;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import java.util.List;
import java.util.Map;

/** How many jobs a second one thread stores, one at a time and many at once, beside plain SQL over one connection. */
public final class Enqueue {
    private static final int SLOW_SHARE = 20;

    private final Setup setup;
    private final int jobs;

    public Enqueue(Setup setup, int jobs) {
        this.setup = setup;
        this.jobs = jobs;
    }

    public Report run() throws Exception {
        Trial many = trial(Subjects.holdfast(Map.of("enqueue", "1000")));
        Trial one = trial(Subjects.holdfast(Map.of("enqueue", "1")).with(SLOW_SHARE));
        Trial rawOne = trial(raw("one", 1).with(SLOW_SHARE));
        Trial batch = trial(raw("batch", 1_000));
        Trial unnest = trial(raw("unnest", 1_000));
        Trial copy = trial(raw("copy", 10_000));
        Measured measured = setup.rounds().measure(List.of(many, one, rawOne, batch, unnest, copy));
        measured.ratio(Figure.JOBS, one, rawOne);
        for (Trial other : List.of(batch, unnest, copy)) {
            measured.ratio(Figure.JOBS, many, other);
        }
        return measured.report("enqueue");
    }

    private static Subject raw(String way, int rows) {
        return Subject.own("raw-sql", RawEnqueue.class, Map.of("way", way, "enqueue", Integer.toString(rows)));
    }

    private Trial trial(Subject subject) {
        return Trial.of(subject, "", () -> once(subject));
    }

    private Map<Figure, Double> once(Subject subject) throws Exception {
        int measured = subject.jobs(jobs);
        try (Database database = setup.lab().database();
                ContenderProcess process = ContenderProcess.start(subject, database.url())) {
            process.ask("prepare");
            process.ask("fill " + Math.max(1, measured / 2));
            database.calm();
            return Figures.rate(measured, process.ask("fill " + measured));
        }
    }
}
