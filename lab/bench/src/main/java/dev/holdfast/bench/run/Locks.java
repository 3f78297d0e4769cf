package dev.holdfast.bench.run;

import dev.holdfast.bench.contender.BareLettuce;
import dev.holdfast.bench.contender.HoldfastLocks;
import dev.holdfast.bench.contender.RawLocks;
import dev.holdfast.bench.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How many pairs of claim and release a second, many threads beside each other on one connection or pool. */
public final class Locks {
    private final Lab lab;
    private final Peers peers;
    private final int threads;
    private final int seconds;

    /** @param seconds that each measurement takes after its warm-up */
    public Locks(Lab lab, Peers peers, int threads, int seconds) {
        this.lab = lab;
        this.peers = peers;
        this.threads = threads;
        this.seconds = seconds;
    }

    /** Locks on Redis, beside Lettuce with the same scripts and, with peers, Redisson. */
    public Report onRedis(Rounds rounds, boolean withPeers) throws Exception {
        List<Subject> subjects = new ArrayList<>(List.of(
                Subject.own("holdfast", HoldfastLocks.class, Map.of()),
                Subject.own("lettuce", BareLettuce.class, Map.of())));
        if (withPeers) {
            Optional<Subject> redisson = peers.get("redisson", "dev.holdfast.bench.peers.RedissonContender", Map.of());
            redisson.ifPresent(subjects::add);
        }
        return rounds.measure("locks on redis", "pairsPerSecond", subjects, subject -> pairs(subject, lab.redis()));
    }

    /** Locks on PostgreSQL, beside the same functions over plain JDBC. */
    public Report onPostgres(Rounds rounds) throws Exception {
        List<Subject> subjects = List.of(
                Subject.own("holdfast", HoldfastLocks.class, Map.of()),
                Subject.own("raw-sql", RawLocks.class, Map.of()));
        return rounds.measure(
                "locks on postgres", "pairsPerSecond", subjects, subject -> pairs(subject, lab.database()));
    }

    private double pairs(Subject subject, String url) throws Exception {
        try (ContenderProcess process = ContenderProcess.start(subject, url)) {
            process.ask("prepare");
            return process.ask("locks " + threads + " " + seconds).get("pairsPerSecond");
        }
    }
}
