package dev.holdfast.pg;

import dev.holdfast.histories.HistoryStore;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.SessionId;
import dev.holdfast.queue.Enqueued;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Transactions beside the store: late ones, ones that hold rows, an old snapshot, and leases that do not commit. */
final class PgAccidents implements HistoryStore.Accidents, AutoCloseable {
    private static final int MOST_OPEN = 2;

    /** Of a lease nothing is undone before its answer was sent: the check comes with the commit. */
    static final String SCHEMA = """
            create table doomed (session_id bigint primary key);
            create function fail_doomed() returns trigger language plpgsql as $$
            begin
                if exists (select 1 from doomed where session_id = new.session_id) then
                    raise exception 'a history lets this lease fail' using errcode = '53100';
                end if;
                return null;
            end $$;
            create constraint trigger fail_doomed after update on holdfast.jobs deferrable initially deferred
                for each row when (new.session_id is not null and old.session_id is null)
                execute function fail_doomed();
            """;

    private static final String LOCK = "select id from holdfast.jobs where queue = any (?) and session_id is null"
            + " order by hashint8(id) limit ? for update skip locked";
    private static final String BACKDATE =
            "update holdfast.jobs set run_at = run_at - ? * interval '1 ms' where id = ? and session_id is null";

    private final PgStore store;
    private final Connection plain;
    private final Connection pin;
    private final Deque<Connection> spare = new ArrayDeque<>();

    PgAccidents(TestDatabase database, PgStore store) throws SQLException {
        this.store = store;
        plain = database.connect();
        pin = database.connect();
        pin.setAutoCommit(false);
        pin.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        for (int i = 0; i < MOST_OPEN; i++) {
            Connection connection = database.connect();
            connection.setAutoCommit(false);
            spare.add(connection);
        }
    }

    @Override
    public HistoryStore.Open begin() {
        return new Transaction(spare.remove());
    }

    private final class Transaction implements HistoryStore.Open {
        private final Connection connection;

        Transaction(Connection connection) {
            this.connection = connection;
        }

        @Override
        public List<Enqueued> enqueue(List<NewJob> jobs) {
            return ask(() -> store.queue().enqueue(connection, jobs));
        }

        @Override
        public Set<JobId> lockSome(List<String> queues, int most) {
            return ask(() -> {
                try (Statement statement = new Statement(connection, LOCK)) {
                    ResultSet rows = statement.texts(queues).integer(most).query();
                    Set<JobId> locked = new HashSet<>();
                    while (rows.next()) {
                        locked.add(new JobId(rows.getLong(1)));
                    }
                    return locked;
                }
            });
        }

        @Override
        public void end(boolean commit) {
            ask(() -> {
                if (commit) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
                return spare.add(connection);
            });
        }
    }

    @Override
    public void doom(SessionId session) {
        write("insert into doomed values (?)", session.value());
    }

    @Override
    public void spare(SessionId session) {
        write("delete from doomed where session_id = ?", session.value());
    }

    @Override
    public void pin(boolean held) {
        ask(() -> {
            pin.rollback();
            if (held) {
                try (Statement statement = new Statement(pin, "select count(*) from doomed")) {
                    statement.row();
                }
            }
            return held;
        });
    }

    @Override
    public void backdate(JobId id, Duration by) {
        write(BACKDATE, by.toMillis(), id.value());
    }

    private void write(String sql, long... numbers) {
        ask(() -> {
            try (Statement statement = new Statement(plain, sql)) {
                for (long number : numbers) {
                    statement.number(number);
                }
                return statement.update();
            }
        });
    }

    private interface Work<T> {
        T run() throws SQLException;
    }

    private static <T> T ask(Work<T> work) {
        try {
            return work.run();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection : spare) {
            connection.close();
        }
        pin.close();
        plain.close();
    }
}
