package dev.holdfast.bench.run;

import dev.holdfast.bench.contender.HoldfastContender;
import dev.holdfast.bench.contender.RawSql;
import dev.holdfast.bench.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How many no-op jobs that wait are run a second. */
public final class Drain {
    private static final double MILLIS_PER_SECOND = 1000;

    private final Lab lab;
    private final Peers peers;

    public Drain(Lab lab, Peers peers) {
        this.lab = lab;
        this.peers = peers;
    }

    /** @param withPeers false leaves out what is not ours */
    public Report run(Rounds rounds, int jobs, boolean withPeers) throws Exception {
        List<Subject> subjects = new ArrayList<>(List.of(
                Subject.own("holdfast", HoldfastContender.class, Map.of("prefetch", "2000")),
                Subject.own("holdfast", HoldfastContender.class, Map.of("prefetch", "2000", "history", "true")),
                Subject.own("raw-sql", RawSql.class, Map.of("batch", "500", "connections", "2"))));
        if (withPeers) {
            subjects.addAll(peers.queues());
        }
        return rounds.measure("drain", "jobsPerSecond", subjects, subject -> once(subject, jobs));
    }

    private double once(Subject subject, int all) throws Exception {
        int jobs = subject.jobs(all);
        try (ContenderProcess process = ContenderProcess.start(subject, lab.database())) {
            process.ask("prepare");
            process.ask("fill " + jobs);
            return jobs * MILLIS_PER_SECOND / process.ask("drain " + jobs).get("millis");
        }
    }
}
