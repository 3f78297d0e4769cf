package dev.holdfast.pg;

import dev.holdfast.histories.HistoryStore;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobQueue;
import dev.holdfast.queue.Sessions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;

/** PostgreSQL for histories: a store with a ticker that moves when a history says so, and a connection beside it. */
final class PgHistoryStore implements HistoryStore {
    private static final String LOOK = "select n.at, j.id, j.queue, j.kind, j.priority, j.run_at,"
            + " j.session_id is not null from (select now() as at) n left join holdfast.jobs j on j.queue = any (?)";

    private final AtomicReference<Duration> ticks = new AtomicReference<>(Duration.ofHours(1));
    private final Thread lane = Thread.currentThread();
    private Duration perLook = Duration.ZERO;
    private final PgStore store;
    private final Connection beside;
    private final PgAccidents accidents;

    PgHistoryStore(TestDatabase database) {
        try {
            store = PgStore.open(database.config(), this::look);
            beside = database.connect();
            beside.createStatement().execute("set enable_seqscan = off");
            accidents = new PgAccidents(database, store);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public JobQueue queue() {
        return store.queue();
    }

    @Override
    public Sessions sessions() {
        return store.sessions();
    }

    @Override
    public JobInspector jobs() {
        return store.jobs();
    }

    /** The store's own threads look, too, and take no time. */
    private Duration look() {
        Duration now = ticks.get();
        if (Thread.currentThread() == lane) {
            tick(perLook);
        }
        return now;
    }

    @Override
    public void sweepsTake(Duration time) {
        perLook = time;
    }

    @Override
    public Duration ticks() {
        return ticks.get();
    }

    @Override
    public void tick(Duration time) {
        ticks.updateAndGet(time::plus);
    }

    @Override
    public void pass(Duration time) {
        Awaitility.await().pollDelay(time).until(() -> true);
    }

    @Override
    public Look look(List<String> queues) {
        try (Statement statement = new Statement(beside, LOOK)) {
            ResultSet rows = statement.texts(queues).query();
            Instant now = Instant.MIN;
            List<Row> found = new ArrayList<>();
            while (rows.next()) {
                now = instant(rows, 1);
                if (rows.getLong(2) > 0) {
                    found.add(row(rows));
                }
            }
            return new Look(now, found);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Row row(ResultSet rows) throws SQLException {
        return new Row(
                new JobId(rows.getLong(2)),
                rows.getString(3),
                rows.getString(4),
                rows.getInt(5),
                instant(rows, 6),
                rows.getBoolean(7));
    }

    private static Instant instant(ResultSet rows, int column) throws SQLException {
        return rows.getObject(column, OffsetDateTime.class).toInstant();
    }

    @Override
    public Optional<Accidents> accidents() {
        return Optional.of(accidents);
    }

    @Override
    public void close() {
        try {
            accidents.close();
            beside.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        store.close();
    }
}
