package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Figure;
import java.sql.Connection;
import java.util.List;
import java.util.Map;

/** One drain of one system, on a database of its own. */
final class Draining {

    private final Lab lab;
    private final int all;

    /** @param all jobs that are measured, of which a slow system gets its share, after as many that warm it up */
    Draining(Lab lab, int all) {
        this.lab = lab;
        this.all = all;
    }

    /** With that many jobs waiting behind the ones that are measured. */
    Map<Figure, Double> of(Subject subject, int waiting) throws Exception {
        try (Database database = lab.database();
                ContenderProcess process = warm(subject, database)) {
            return drain(process, database, subject.jobs(all), waiting);
        }
    }

    /** With a snapshot held that is older than all the jobs that are measured. */
    Map<Figure, Double> pinned(Subject subject) throws Exception {
        try (Database database = lab.database();
                ContenderProcess process = warm(subject, database);
                Connection snapshot = database.snapshot()) {
            return drain(process, database, subject.jobs(all), 0);
        }
    }

    /** On a server that counts statements; notes what they were in the measured part. */
    Map<Figure, Double> watched(Subject subject, List<String> notes) throws Exception {
        try (Database database = lab.watchedDatabase()) {
            ContenderProcess process = warm(subject, database);
            process.ask("fill " + all);
            database.calm();
            try (Watch watch = new Watch(database)) {
                Map<Figure, Double> rate = Figures.rate(all, process.ask("drain " + all));
                process.close();
                notes.addAll(watch.seen());
                return rate;
            }
        }
    }

    private static Map<Figure, Double> drain(ContenderProcess process, Database database, int jobs, int waiting)
            throws Exception {
        process.ask("fill " + (jobs + waiting));
        database.calm();
        return Figures.rate(jobs, process.ask("drain " + jobs));
    }

    private ContenderProcess warm(Subject subject, Database database) throws Exception {
        ContenderProcess process = ContenderProcess.start(subject, database.url());
        try {
            process.ask("prepare");
            process.ask("fill " + subject.jobs(all));
            process.ask("drain " + subject.jobs(all));
            database.calm();
            return process;
        } catch (Exception e) {
            process.close();
            throw e;
        }
    }
}
