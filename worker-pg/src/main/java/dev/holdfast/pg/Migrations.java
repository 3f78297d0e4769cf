package dev.holdfast.pg;

import dev.holdfast.queue.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.output.MigrateResult;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The schema: brings it up to date, and checks at boot that a worker can run on it. Everything lives in a schema of
 * its own, {@code holdfast}, with a history table of its own, beside whatever else the database has.
 *
 * <p>A release runs on its own schema and on the next version, so that a rolling update can migrate first; so after
 * the first release, each adds at most one script. Stateless.
 */
public final class Migrations {
    static final String SCHEMA = "holdfast";
    static final String HISTORY_TABLE = "schema_history";

    private static final String ENSURE = "select holdfast.ensure_history_partitions()";

    private Migrations() {}

    /**
     * Brings the schema up to date. Blocks; many processes may call it at once, and each returns when it is done.
     *
     * @throws NotReadyException if the server is too old or read-only
     * @throws StoreUnavailableException if it cannot be reached
     */
    public static Migrated migrate(PgConfig config) {
        BootCheck.requireServer(config);
        Flyway flyway = flyway(config);
        MigrateResult result = flyway.migrate();
        makeHistoryDays(config);
        String from = result.initialSchemaVersion == null ? "" : result.initialSchemaVersion;
        // Not the result's own word for it: others may have run scripts after those that this process ran.
        String to = flyway.info().current().getVersion().getVersion();
        return new Migrated(from, to, result.migrationsExecuted);
    }

    /**
     * Checks everything a worker needs of its database. Blocks.
     *
     * @throws NotReadyException naming what to change
     * @throws StoreUnavailableException if it cannot be reached
     */
    public static void require(PgConfig config) {
        BootCheck.requireServer(config);
        BootCheck.requireSchema(config, newest(config));
        DirectCheck.require(config);
    }

    /** Version of the newest script of this release. */
    static int newest(PgConfig config) {
        return Arrays.stream(flyway(config).info().all())
                .filter(script -> script.getState().isResolved() && script.isVersioned())
                .map(MigrationInfo::getVersion)
                .mapToInt(version -> Integer.parseInt(version.getVersion()))
                .max()
                .orElseThrow();
    }

    private static Flyway flyway(PgConfig config) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(config.directUrl());
        if (!config.user().isEmpty()) {
            source.setUser(config.user());
        }
        if (!config.password().isEmpty()) {
            source.setPassword(config.password());
        }
        return Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(source)
                .schemas(SCHEMA)
                .defaultSchema(SCHEMA)
                .table(HISTORY_TABLE)
                .locations("classpath:db/holdfast")
                .placeholderReplacement(false)
                .load();
    }

    private static void makeHistoryDays(PgConfig config) {
        try (Connection connection = new Connections(config).direct("holdfast migrate");
                Statement statement = new Statement(connection, ENSURE)) {
            statement.row();
        } catch (SQLException e) {
            throw SqlErrors.translate("make the history's days", e);
        }
    }
}
