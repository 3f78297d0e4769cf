package dev.holdfast.pg;

import dev.holdfast.lease.SessionId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.LockKey;
import dev.holdfast.queue.Reaped;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionBeat;
import dev.holdfast.queue.SessionInfo;
import dev.holdfast.queue.Sessions;
import dev.holdfast.queue.Wake;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The workers that share this database. */
final class PgSessions implements Sessions {
    private static final String OPEN = Sql.named("open-session");
    private static final String BEATS = Sql.named("beats");
    private static final String LOOK = "select holdfast.look_at_lines(?, ?, ?)";
    private static final String REAP = "select reaped, returned, poisoned, locks_freed from holdfast.reap(?, ?, ?)";

    private static final String ENDED = "select id from holdfast.sessions where id = any (?) and ended_at is not null";
    private static final String DEPLOYMENT = "select id::text from holdfast.deployment";

    private final Db db;
    private final Connections connections;
    private final Services services;
    private final boolean notify;

    /** What runs beside sessions, and is told of them. */
    record Services(Listener listener, Housekeeping housekeeping, LockLedger ledger, Ticker ticker) {}

    PgSessions(Db db, Connections connections, Services services, boolean notify) {
        this.db = db;
        this.connections = connections;
        this.services = services;
        this.notify = notify;
    }

    @Override
    public Session open(SessionInfo info) {
        services.housekeeping()
                .start(Texts.clean(info.instance() + "@" + info.process().host()));
        try {
            Connection connection = connections.direct("holdfast heartbeat");
            return opened(connection, info);
        } catch (SQLException e) {
            throw SqlErrors.translate("open a session", e);
        }
    }

    private Session opened(Connection connection, SessionInfo info) throws SQLException {
        try {
            SessionId id = insert(connection, info);
            HeartbeatConnection heart = new HeartbeatConnection(connections, id.value(), connection);
            return new PgSession(db, id, heart, new PgSession.Beside(services.ledger(), services.ticker()), notify);
        } catch (SQLException e) {
            Quietly.close(connection);
            Alone.refuse(info, e);
            throw e;
        }
    }

    private static SessionId insert(Connection connection, SessionInfo info) throws SQLException {
        SessionInfo.ProcessInfo process = info.process();
        try (Statement statement = new Statement(connection, OPEN)) {
            ResultSet row = statement
                    .text(Texts.clean(info.instance()))
                    .text(Texts.clean(process.host()))
                    .number(process.pid())
                    .text(Texts.clean(process.startedAt()))
                    .text(Texts.clean(process.version()))
                    .texts(info.kinds())
                    .number(info.ttl().toMillis())
                    .number(info.killDeadline().toMillis())
                    .flag(info.alone())
                    .row();
            return new SessionId(row.getLong(1));
        }
    }

    @Override
    public List<SessionBeat> beats() {
        return db.run("look at the sessions", connection -> {
            try (Statement statement = new Statement(connection, BEATS)) {
                ResultSet rows = statement.query();
                List<SessionBeat> beats = new ArrayList<>();
                while (rows.next()) {
                    beats.add(new SessionBeat(
                            new SessionId(rows.getLong(1)),
                            rows.getLong(2),
                            Duration.ofMillis(rows.getLong(3)),
                            rows.getBoolean(4)));
                }
                return beats;
            }
        });
    }

    @Override
    public Optional<Reaped> reap(SessionBeat seen) {
        return db.run("reap " + seen.session(), connection -> {
            try (Statement statement = new Statement(connection, REAP)) {
                ResultSet row = statement
                        .number(seen.session().value())
                        .number(seen.beat())
                        .flag(notify)
                        .row();
                return row.getBoolean(1)
                        ? Optional.of(new Reaped(seen.session(), row.getInt(2), row.getInt(3), row.getInt(4)))
                        : Optional.empty();
            }
        });
    }

    @Override
    public Set<SessionId> ended(Set<SessionId> asked) {
        return db.run("look at ended sessions", connection -> {
            try (Statement statement = new Statement(connection, ENDED)) {
                ResultSet rows = statement
                        .numbers(asked.stream().map(SessionId::value).toList())
                        .query();
                Set<SessionId> ended = new HashSet<>();
                while (rows.next()) {
                    ended.add(new SessionId(rows.getLong(1)));
                }
                return ended;
            }
        });
    }

    @Override
    public String deployment() {
        return db.run("name the deployment", connection -> {
            try (Statement statement = new Statement(connection, DEPLOYMENT)) {
                return statement.row().getString(1);
            }
        });
    }

    /** Without notifications there is nothing to hear. */
    @Override
    public void wakeWaiters(Collection<LockKey> freed) {
        db.run("wake waiters", connection -> {
            try (Statement statement = new Statement(connection, LOOK)) {
                return statement
                        .texts(freed.stream().map(LockKey::namespace).toList())
                        .texts(freed.stream().map(LockKey::name).toList())
                        .flag(notify)
                        .row()
                        .getInt(1);
            }
        });
    }

    @Override
    public AutoCloseable onWake(Consumer<Wake> consumer) {
        return notify ? services.listener().subscribe(consumer) : () -> {};
    }
}
