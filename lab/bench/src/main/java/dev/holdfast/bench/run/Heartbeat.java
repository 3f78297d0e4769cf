package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Bound;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a worker costs the database for being alive, with one job running and with many. */
public final class Heartbeat {
    private static final Figure ROWS = new Figure("beat rows", "perBeat");
    private static final Figure WAL = new Figure("beat WAL", "bytesPerBeat");
    private static final Figure ALL_STATEMENTS = new Figure("all statements", "perBeat");
    private static final Figure ALL_RECORDS = new Figure("all WAL records", "perBeat");
    /** The window opens and closes in mid-beat, and other rounds fall into it as they come. */
    private static final Bound SAME = Bound.atMost(1.1);

    /** A page is cleaned once in some beats, which is a record more. */
    private static final Bound NEARLY_SAME = Bound.atMost(1.5);

    private final Setup setup;
    private final int jobs;
    private final int beats;

    /**
     * @param jobs how many are many
     * @param beats that are measured, after two
     */
    public Heartbeat(Setup setup, int jobs, int beats) {
        this.setup = setup;
        this.jobs = jobs;
        this.beats = beats;
    }

    public Report run() throws Exception {
        Trial one = trial(1);
        Trial many = trial(jobs);
        Measured measured = setup.rounds().measure(List.of(one, many));
        measured.ratio(ROWS, many, one, Bound.atMost(1));
        measured.ratio(WAL, many, one, SAME);
        measured.ratio(ALL_STATEMENTS, many, one, SAME);
        measured.ratio(ALL_RECORDS, many, one, NEARLY_SAME);
        return measured.report("heartbeat");
    }

    private Trial trial(int running) {
        Subject subject = Subjects.holding(running, 200);
        return Trial.of(subject, running == 1 ? "1 job runs" : running + " jobs run", () -> once(subject, running));
    }

    private Map<Figure, Double> once(Subject subject, int running) throws Exception {
        try (Database database = setup.lab().watchedDatabase();
                ContenderProcess process = ContenderProcess.start(subject, database.url())) {
            process.ask("prepare");
            process.ask("hold " + running);
            database.calm();
            try (Beats window = new Beats(database)) {
                // The first writes after a checkpoint carry whole pages.
                window.await(2);
                window.reset();
                window.await(beats);
                return figures(window.seen());
            }
        }
    }

    private static Map<Figure, Double> figures(Beats.Seen seen) {
        Map<Figure, Double> all = new LinkedHashMap<>();
        double number = seen.beats();
        all.put(ROWS, seen.beatRows() / number);
        all.put(WAL, seen.beatBytes() / number);
        all.put(ALL_STATEMENTS, seen.statements() / number);
        all.put(ALL_RECORDS, seen.records() / number);
        return all;
    }
}
