package dev.holdfast.pg;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Looks whether a direct connection really is one. Behind a pooler in transaction mode a connection's backend
 * changes between statements as soon as somebody else takes it; so somebody else does.
 */
final class DirectCheck {
    private static final String TAKE =
            "select pg_backend_pid(), pg_advisory_lock(holdfast.session_key(-pg_backend_pid()))";
    private static final String LOOK = "select pg_backend_pid(), holdfast.is_connected(-pg_backend_pid())";
    private static final String PID = "select pg_backend_pid()";

    private DirectCheck() {}

    static void require(PgConfig config) {
        Connections connections = new Connections(config);
        try (Connection heart = connections.direct("holdfast check");
                Connection other = connections.direct("holdfast check")) {
            if (!keepsItsBackend(heart, other)) {
                throw new NotReadyException("the connection for the heartbeat goes through a pooler that shares it:"
                        + " set the direct url to one that leads to PostgreSQL itself");
            }
        } catch (SQLException e) {
            throw SqlErrors.translate("check the direct connection", e);
        }
    }

    static boolean keepsItsBackend(Connection heart, Connection other) throws SQLException {
        int before = pid(heart, TAKE);
        other.setAutoCommit(false);
        try {
            return pid(other, PID) != before && isStill(before, heart);
        } finally {
            other.rollback();
        }
    }

    private static boolean isStill(int before, Connection heart) throws SQLException {
        try (Statement look = new Statement(heart, LOOK)) {
            ResultSet row = look.row();
            return row.getInt(1) == before && row.getBoolean(2);
        }
    }

    private static int pid(Connection connection, String sql) throws SQLException {
        try (Statement statement = new Statement(connection, sql)) {
            return statement.row().getInt(1);
        }
    }
}
