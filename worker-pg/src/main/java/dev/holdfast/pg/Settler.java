package dev.holdfast.pg;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockKey;
import dev.holdfast.queue.Settled;
import dev.holdfast.queue.Settlement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes batches of settlements of one session: one call, or as few as a bad row leaves possible. Thread-safe. */
final class Settler {
    private static final String SETTLE =
            "select live, accepted from holdfast.settle(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                    + " ?, ?, ?, ?, ?)";
    private static final String COMPLETE = "select live, accepted from holdfast.complete(?, ?, ?, ?, ?)";
    private static final Settled NOTHING = new Settled(true, Set.of(), Map.of());

    private final Db db;
    private final SessionId session;
    private final boolean notify;

    Settler(Db db, SessionId session, boolean notify) {
        this.db = db;
        this.session = session;
        this.notify = notify;
    }

    Settled settle(List<Settlement> settlements) {
        Map<JobId, String> refused = new HashMap<>();
        settlements.forEach(settlement ->
                Ending.brokenRule(settlement.ending()).ifPresent(rule -> refused.put(settlement.job(), rule)));
        List<Settlement> writable = settlements.stream()
                .filter(settlement -> !refused.containsKey(settlement.job()))
                // Lease numbers start anew in each session: another one's lease must not be taken for one of ours.
                .filter(settlement -> settlement.lease().session().equals(session))
                .distinct()
                .toList();
        Map<Boolean, List<Settlement>> simple = writable.stream()
                .sorted(Comparator.comparing(Settlement::job))
                .collect(Collectors.partitioningBy(Settler::isSimple));
        Settled written =
                both(writeIfAny(simple.get(true), this::complete), writeIfAny(simple.get(false), this::write));
        return both(written, new Settled(true, Set.of(), refused));
    }

    /** Most jobs: done, and nothing follows. */
    private static boolean isSimple(Settlement settlement) {
        return settlement.ending() instanceof Settlement.Ending.Completed completed
                && completed.followUps().isEmpty();
    }

    private Settled writeIfAny(List<Settlement> batch, Writing how) {
        return batch.isEmpty() ? NOTHING : write(batch, how);
    }

    /** Writes all of a batch or none of it. */
    @FunctionalInterface
    private interface Writing {
        Settled write(Connection connection, List<Settlement> batch) throws SQLException;
    }

    /** One bad row fails its whole batch, so the batch is halved until it stands alone. */
    private Settled write(List<Settlement> batch, Writing how) {
        try {
            return db.run("settle", connection -> how.write(connection, batch));
        } catch (BadRowException e) {
            if (batch.size() == 1) {
                return new Settled(true, Set.of(), Map.of(batch.get(0).job(), e.rule()));
            }
            int half = batch.size() / 2;
            return both(write(batch.subList(0, half), how), write(batch.subList(half, batch.size()), how));
        }
    }

    private static Settled both(Settled first, Settled second) {
        Set<JobId> accepted = new HashSet<>(first.accepted());
        accepted.addAll(second.accepted());
        Map<JobId, String> refused = new HashMap<>(first.refused());
        refused.putAll(second.refused());
        return new Settled(first.live() && second.live(), accepted, refused);
    }

    private Settled complete(Connection connection, List<Settlement> batch) throws SQLException {
        try (Statement statement = new Statement(connection, COMPLETE)) {
            statement
                    .number(session.value())
                    .numbers(column(batch, settlement -> settlement.job().value()))
                    .integers(column(batch, settlement -> settlement.lease().number()))
                    .texts(column(
                            batch, settlement -> Ending.of(settlement.ending()).note()))
                    .flag(notify);
            return settled(statement.row());
        }
    }

    private Settled write(Connection connection, List<Settlement> batch) throws SQLException {
        List<Ending> endings =
                batch.stream().map(settlement -> Ending.of(settlement.ending())).toList();
        try (Statement statement = new Statement(connection, SETTLE)) {
            statement
                    .number(session.value())
                    .numbers(column(batch, settlement -> settlement.job().value()))
                    .integers(column(batch, settlement -> settlement.lease().number()))
                    .texts(column(endings, Ending::name))
                    .numbers(column(endings, Ending::delayMs))
                    .texts(column(endings, Ending::note))
                    .integers(List.of());
            bindFollowUps(statement, endings);
            bindParks(statement.flag(notify), batch);
            return settled(statement.row());
        }
    }

    private static Settled settled(ResultSet row) throws SQLException {
        Long[] accepted = (Long[]) row.getArray(2).getArray();
        return new Settled(
                row.getBoolean(1), Arrays.stream(accepted).map(JobId::new).collect(Collectors.toSet()), Map.of());
    }

    private static void bindFollowUps(Statement statement, List<Ending> endings) throws SQLException {
        List<Integer> of = new ArrayList<>();
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < endings.size(); i++) {
            for (NewJob job : endings.get(i).followUps()) {
                of.add(i + 1);
                jobs.add(job);
            }
        }
        NewJobs.bind(statement.integers(of), jobs);
    }

    private static void bindParks(Statement statement, List<Settlement> batch) throws SQLException {
        List<Park> parks = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            if (batch.get(i).ending() instanceof Settlement.Ending.Parked parked) {
                int of = i + 1;
                parked.locks().forEach(key -> parks.add(new Park(of, named(key), parked.terms())));
            }
        }
        statement
                .integers(column(parks, Park::of))
                .texts(column(parks, park -> park.key().namespace()))
                .texts(column(parks, park -> park.key().name()))
                .numbers(column(parks, park -> park.terms().pause().toMillis()))
                .flag(parks.stream().anyMatch(park -> park.terms().elsewhere()));
    }

    /** Permits are named like the last of their slots. */
    private static LockKey named(LockKey key) {
        return key.isPermits() ? key.slot(key.permits()) : key;
    }

    /** One lock that one parked job waits for. */
    private record Park(int of, LockKey key, Settlement.Wait terms) {}

    private static <S, T> List<T> column(List<S> rows, Function<S, T> part) {
        return rows.stream().map(part).toList();
    }
}
