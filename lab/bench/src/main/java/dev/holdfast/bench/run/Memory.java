package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a worker with many running, sleeping jobs takes of the machine, beside one with a single job. */
public final class Memory {
    private static final Figure HEAP = new Figure("heap in use", "megabytes");
    private static final Figure RESIDENT = new Figure("resident", "megabytes");
    private static final Figure THREADS = new Figure("threads", "threads");

    private final Setup setup;
    private final int jobs;

    public Memory(Setup setup, int jobs) {
        this.setup = setup;
        this.jobs = jobs;
    }

    public Report run() throws Exception {
        Trial one = trial(1);
        Trial many = trial(jobs);
        Measured measured = setup.rounds().measure(List.of(one, many));
        measured.ratio(RESIDENT, many, one);
        measured.note(onVirtualThreads());
        return measured.report("memory");
    }

    /** Whether this Java, which is the contender's as well, has virtual threads. */
    private static String onVirtualThreads() {
        int version = Runtime.version().feature();
        return version >= 21
                ? "jobs sleep on virtual threads (Java " + version + ")"
                : "jobs sleep on platform threads, one each: Java " + version + " has no virtual ones, 21 does";
    }

    private Trial trial(int running) {
        Subject subject = Subjects.holding(running, 5_000);
        return Trial.of(subject, running == 1 ? "1 job runs" : running + " jobs run", () -> once(subject, running));
    }

    private Map<Figure, Double> once(Subject subject, int running) throws Exception {
        try (Database database = setup.lab().database();
                ContenderProcess process = ContenderProcess.start(subject, database.url())) {
            process.ask("prepare");
            Map<String, Double> answer = process.ask("hold " + running);
            Map<Figure, Double> all = new LinkedHashMap<>();
            all.put(HEAP, answer.get("heapMegabytes"));
            all.put(RESIDENT, answer.get("residentMegabytes"));
            all.put(THREADS, answer.get("threads"));
            return all;
        }
    }
}
