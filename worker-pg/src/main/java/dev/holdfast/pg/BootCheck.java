package dev.holdfast.pg;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Looks whether the server, the role and the schema are such that a worker can run. */
final class BootCheck {
    private static final int LEAST_VERSION = 15;
    private static final String SERVER = "select current_setting('server_version_num')::int / 10000,"
            + " pg_is_in_recovery(), current_setting('transaction_read_only')::boolean, current_user";
    private static final String HAS_SCHEMA = "select to_regclass(?) is not null";
    private static final String APPLIED =
            "select coalesce(max(version::int), 0) from holdfast.schema_history where success and version is not null";
    private static final String MISSING_RIGHTS = Sql.named("missing-rights");

    private BootCheck() {}

    static void requireServer(PgConfig config) {
        onPlainConnection(config, connection -> {
            try (Statement statement = new Statement(connection, SERVER)) {
                ResultSet row = statement.row();
                require(
                        row.getInt(1) >= LEAST_VERSION,
                        "PostgreSQL " + row.getInt(1) + " is too old: use version " + LEAST_VERSION + " or newer");
                require(!row.getBoolean(2), "the server is a standby: let the database url lead to the primary");
                require(
                        !row.getBoolean(3),
                        "transactions are read-only: unset default_transaction_read_only for role " + row.getString(4));
                return true;
            }
        });
    }

    static void requireSchema(PgConfig config, int own) {
        onPlainConnection(config, connection -> {
            int found = hasSchema(connection) ? applied(connection) : 0;
            require(
                    found >= own,
                    "the schema is at version " + found + " and this release needs " + own
                            + ": run `holdfast migrate`");
            require(
                    found <= own + 1,
                    "the schema is at version " + found + " and this release knows " + own
                            + " and runs on the next one: update Holdfast");
            List<String> missing = missingRights(connection);
            require(
                    missing.isEmpty(),
                    "the role may not write " + missing
                            + ": grant it select, insert, update and delete on all tables of schema holdfast");
            return true;
        });
    }

    private static boolean hasSchema(Connection connection) throws SQLException {
        try (Statement statement = new Statement(connection, HAS_SCHEMA)) {
            return statement
                    .text(Migrations.SCHEMA + "." + Migrations.HISTORY_TABLE)
                    .row()
                    .getBoolean(1);
        }
    }

    private static int applied(Connection connection) throws SQLException {
        try (Statement statement = new Statement(connection, APPLIED)) {
            return statement.row().getInt(1);
        }
    }

    private static List<String> missingRights(Connection connection) throws SQLException {
        try (Statement statement = new Statement(connection, MISSING_RIGHTS)) {
            return List.of((String[]) statement.row().getArray(1).getArray());
        }
    }

    private static void onPlainConnection(PgConfig config, Db.Work<Boolean> check) {
        Db.run("check the database", check, () -> new Connections(config).plain("holdfast check"));
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new NotReadyException(otherwise);
        }
    }
}
