package dev.holdfast.pg;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** A connection that listens, and what it has heard, in order. Used by one thread. */
final class Heard implements AutoCloseable {
    private final Connection connection;
    private final List<String> texts = new ArrayList<>();

    Heard(TestDatabase database) throws SQLException {
        connection = database.connect();
        try (Statement listen = new Statement(connection, "listen holdfast")) {
            listen.update();
        }
    }

    /** All up to this text, which somebody says last. */
    List<String> upTo(String last) {
        await().until(() -> {
            hear();
            return texts.contains(last);
        });
        return List.copyOf(texts);
    }

    /** All that was said before: notifications are heard in the order of the commits. */
    List<String> soFar() throws SQLException {
        try (Statement statement = new Statement(connection, "select pg_notify('holdfast', 'last')")) {
            statement.query();
        }
        List<String> all = upTo("last");
        texts.clear();
        return all.subList(0, all.indexOf("last"));
    }

    private void hear() throws SQLException {
        PGNotification[] pending = connection.unwrap(PGConnection.class).getNotifications(100);
        if (pending != null) {
            texts.addAll(
                    Arrays.stream(pending).map(PGNotification::getParameter).toList());
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
