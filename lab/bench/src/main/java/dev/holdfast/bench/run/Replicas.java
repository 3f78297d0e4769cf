package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Bound;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What all workers together run a second, as there are more of them on one database. */
public final class Replicas {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int WARM_UP_SHARE = 4;

    private final Setup setup;
    private final int jobs;
    private final int most;

    /** @param jobs that are measured, after each worker has run a quarter as many alone and all together another quarter */
    public Replicas(Setup setup, int jobs, int most) {
        this.setup = setup;
        this.jobs = jobs;
        this.most = most;
    }

    public Report run() throws Exception {
        List<Trial> all = IntStream.rangeClosed(1, most)
                .mapToObj(number -> Trial.of(Subjects.HOLDFAST, "replicas=" + number, () -> together(number)))
                .toList();
        Measured measured = setup.rounds().measure(all);
        for (int i = 1; i < most; i++) {
            measured.ratio(Figure.JOBS, all.get(i), all.get(0), Bound.atLeast(1));
        }
        return measured.report("replicas");
    }

    private Map<Figure, Double> together(int number) throws Exception {
        try (Database database = setup.lab().database();
                Crew workers = Crew.of(Subjects.HOLDFAST, database.url(), number)) {
            workers.first().ask("prepare");
            workers.warm(jobs / WARM_UP_SHARE);
            workers.first().ask("fill " + (jobs / WARM_UP_SHARE + jobs));
            database.calm();
            workers.work();
            return Map.of(Figure.JOBS, rate(workers));
        }
    }

    /** From when the warm-up is over to the last job. */
    private double rate(Crew workers) throws Exception {
        int all = jobs / WARM_UP_SHARE + jobs;
        double before = workers.await(jobs / WARM_UP_SHARE);
        long start = System.nanoTime();
        workers.await(all);
        return (all - before) * NANOS_PER_SECOND / (System.nanoTime() - start);
    }
}
