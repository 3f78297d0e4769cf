package dev.holdfast.pg;

import dev.holdfast.lease.SessionId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.queue.Wake;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * One connection that listens. Every ten seconds it notifies itself; if there is no reply, or the notification has not
 * come back, after four, packets are being dropped on the way and the connection is given up: within fifteen seconds.
 */
final class Ear implements AutoCloseable {
    static final Duration CHECK_EVERY = Duration.ofSeconds(10);
    static final Duration CHECK_WITHIN = Duration.ofSeconds(4);
    /** Longer than this no wait is late for a check. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

    private static final String DUE = "due ";
    private static final String ATTENTION = "attention ";

    private final Connection connection;
    private final Ticker ticker;
    private final String self = "self " + UUID.randomUUID();
    private Duration checkAt;
    private Duration answerBy;

    Ear(Connections connections, Ticker ticker) throws SQLException {
        this.connection = connections.direct("holdfast listener");
        this.ticker = ticker;
        try (Statement listen = new Statement(connection, "listen holdfast")) {
            listen.update();
            // The bound of other connections goes by the ttl, which may be long.
            int bound = (int) CHECK_WITHIN.toMillis();
            connection.setNetworkTimeout(Runnable::run, Math.min(bound, connection.getNetworkTimeout()));
        } catch (SQLException e) {
            Quietly.close(connection);
            throw e;
        }
        this.checkAt = ticker.now().plus(CHECK_EVERY);
    }

    /** Waits a moment for notifications, hands them on, and checks itself when it is time. */
    void hear(Consumer<Wake> consumer) throws SQLException {
        PGNotification[] heard = connection.unwrap(PGConnection.class).getNotifications((int) LONGEST_WAIT.toMillis());
        for (PGNotification notification : heard == null ? new PGNotification[0] : heard) {
            hear(notification.getParameter(), consumer);
        }
        check();
    }

    private void hear(String text, Consumer<Wake> consumer) {
        if (text.equals(self)) {
            answerBy = null;
        } else {
            read(text).ifPresent(consumer);
        }
    }

    /** What a notification says; empty for what another version, or another listener, sent to itself. */
    static Optional<Wake> read(String text) {
        if (text.startsWith(DUE)) {
            return Optional.of(new Wake.Due(text.substring(DUE.length())));
        }
        if (text.matches(ATTENTION + "[1-9][0-9]{0,17}")) {
            return Optional.of(new Wake.Attention(new SessionId(Long.parseLong(text.substring(ATTENTION.length())))));
        }
        return Optional.empty();
    }

    private void check() throws SQLException {
        Duration now = ticker.now();
        if (answerBy != null && now.compareTo(answerBy) > 0) {
            throw new SQLException("no notification came back within " + CHECK_WITHIN, "08006");
        }
        if (now.compareTo(checkAt) >= 0) {
            checkAt = now.plus(CHECK_EVERY);
            answerBy = now.plus(CHECK_WITHIN);
            try (Statement statement = new Statement(connection, "select pg_notify('holdfast', ?)")) {
                statement.text(self).query();
            }
        }
    }

    /** Ends a wait in another thread. */
    void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            Quietly.close(connection);
        }
    }

    @Override
    public void close() {
        Quietly.close(connection);
    }
}
