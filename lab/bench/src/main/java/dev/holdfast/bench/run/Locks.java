package dev.holdfast.bench.run;

import dev.holdfast.bench.contender.BareLettuce;
import dev.holdfast.bench.contender.HoldfastLocks;
import dev.holdfast.bench.contender.RawLocks;
import dev.holdfast.bench.report.Bound;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How many pairs of claim and release a second, many threads beside each other on one connection or pool. */
public final class Locks {
    private final Setup setup;
    private final int threads;
    private final int seconds;

    /** @param seconds that each measurement takes after its warm-up */
    public Locks(Setup setup, int threads, int seconds) {
        this.setup = setup;
        this.threads = threads;
        this.seconds = seconds;
    }

    /** Locks on Redis, beside Lettuce with the same scripts and, with peers, Redisson. */
    public Report onRedis() throws Exception {
        Trial ours = onRedis(Subject.own("holdfast", HoldfastLocks.class, Map.of()), false);
        Trial lettuce = onRedis(Subject.own("lettuce", BareLettuce.class, Map.of()), false);
        List<Trial> all = new ArrayList<>(List.of(ours, lettuce));
        redisson().ifPresent(subject -> all.add(onRedis(subject, true)));
        Measured measured = setup.rounds().measure(all);
        measured.ratio(Figure.PAIRS, ours, lettuce, Bound.atLeast(0.8));
        all.stream().skip(2).forEach(peer -> measured.ratio(Figure.PAIRS, ours, peer));
        return measured.report("locks on redis");
    }

    private Optional<Subject> redisson() throws Exception {
        return setup.withPeers()
                ? setup.peers().get("redisson", "dev.holdfast.bench.peers.RedissonContender", Map.of())
                : Optional.empty();
    }

    /** Locks on PostgreSQL, beside the same functions over plain JDBC. */
    public Report onPostgres() throws Exception {
        Trial ours = onPostgres(Subject.own("holdfast", HoldfastLocks.class, Map.of()));
        Trial plain = onPostgres(Subject.own("raw-sql", RawLocks.class, Map.of()));
        Measured measured = setup.rounds().measure(List.of(ours, plain));
        measured.ratio(Figure.PAIRS, ours, plain);
        return measured.report("locks on postgres");
    }

    private Trial onRedis(Subject subject, boolean mayFail) {
        return new Trial(subject, "", () -> pairs(subject, setup.lab().redis()), mayFail);
    }

    private Trial onPostgres(Subject subject) {
        return Trial.of(subject, "", () -> {
            try (Database database = setup.lab().database()) {
                return pairs(subject, database.url());
            }
        });
    }

    private Map<Figure, Double> pairs(Subject subject, String url) throws Exception {
        try (ContenderProcess process = ContenderProcess.start(subject, url)) {
            process.ask("prepare");
            Map<String, Double> answer = process.ask("locks " + threads + " " + seconds);
            return Map.of(Figure.PAIRS, answer.get("pairsPerSecond"));
        }
    }
}
