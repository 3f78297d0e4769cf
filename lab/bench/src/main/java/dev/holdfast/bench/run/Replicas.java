package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Bound;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What all workers together run a second, as there are more of them on one database, and the processor time that it takes:
 * theirs, and that of the server's processes that serve them, which is 0 where the server may be on another machine. The
 * same warm processes are measured, more or fewer of them, within seconds of each other.
 */
public final class Replicas {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int BEFORE_SHARE = 4;
    private static final Figure IN_WORKERS = new Figure("CPU of workers", "microsecondsPerJob");
    private static final Figure IN_SERVER = new Figure("CPU of server", "microsecondsPerJob");

    private final Setup setup;
    private final int jobs;
    private final int most;

    /** @param jobs of a measurement, after each worker has run as many alone, and all of it a quarter as many together */
    public Replicas(Setup setup, int jobs, int most) {
        this.setup = setup;
        this.jobs = jobs;
        this.most = most;
    }

    public Report run() throws Exception {
        try (Database database = setup.lab().database();
                Crew crew = Crew.of(Subjects.HOLDFAST, database.url(), most)) {
            crew.prepare();
            crew.warm(jobs);
            Stock stock = new Stock(crew, database);
            List<Trial> all = IntStream.rangeClosed(1, most)
                    .mapToObj(number ->
                            Trial.of(Subjects.HOLDFAST, "replicas=" + number, () -> together(number, crew, stock)))
                    .toList();
            Measured measured = setup.rounds().measure(all);
            for (int i = 1; i < most; i++) {
                measured.ratio(Figure.JOBS, all.get(i), all.get(0), Bound.atLeast(1));
            }
            return measured.report("replicas");
        }
    }

    /** The same number of jobs wait before each measurement, more than it runs. */
    private final class Stock {
        private final Crew crew;
        private final Database database;
        private double waiting;

        Stock(Crew crew, Database database) {
            this.crew = crew;
            this.database = database;
        }

        void fill() throws Exception {
            double wanted = 2.0 * (jobs / BEFORE_SHARE + jobs);
            crew.fill((int) (wanted - waiting));
            waiting = wanted;
            database.calm();
        }
    }

    private Map<Figure, Double> together(int number, Crew crew, Stock stock) throws Exception {
        stock.fill();
        Crew.Shift shift = crew.begin(number);
        Map<Figure, Double> figures = measure(shift, stock.database);
        stock.waiting -= shift.end();
        return figures;
    }

    private Map<Figure, Double> measure(Crew.Shift shift, Database database) throws Exception {
        double before = shift.await(jobs / BEFORE_SHARE);
        CpuTime inWorkers = new CpuTime(shift.handles());
        CpuTime inServer = new CpuTime(database.backends());
        long start = System.nanoTime();
        double run = shift.await((int) before + jobs) - before;
        Map<Figure, Double> figures = new LinkedHashMap<>();
        figures.put(Figure.JOBS, run * NANOS_PER_SECOND / (System.nanoTime() - start));
        figures.put(IN_WORKERS, inWorkers.microsPer(run));
        figures.put(IN_SERVER, inServer.microsPer(run));
        return figures;
    }
}
