package dev.holdfast.bench.run;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Looks at what a database does for others while it is open: which statements cost most, what backends wait for, and which
 * tables are read from end to end. Samples on a thread of its own; otherwise for one thread.
 */
final class Watch implements AutoCloseable {
    private static final int BETWEEN_LOOKS_MILLIS = 10;
    /** Fewer rows read by scans than this are a small table's, which has no use for an index. */
    private static final int WORTH_AN_INDEX = 5_000;

    private static final String WAITS = "select coalesce(wait_event_type || ' ' || wait_event, 'running'), count(*)"
            + " from pg_stat_activity where datname = current_database() and state = 'active'"
            + " and pid <> pg_backend_pid() group by 1";
    private static final String STATEMENTS = "select total_exec_time, calls, rows, wal_bytes, toplevel,"
            + " left(regexp_replace(query, '\\s+', ' ', 'g'), 130) from pg_stat_statements"
            + " where dbid = (select oid from pg_database where datname = current_database())"
            + " and query !~* 'pg_stat_|^(begin|commit|vacuum|checkpoint)' order by total_exec_time desc limit 15";
    private static final String SCANS = "select relname, seq_scan, seq_tup_read from pg_stat_user_tables"
            + " where schemaname = 'holdfast' and seq_tup_read > " + WORTH_AN_INDEX + " order by seq_tup_read desc";

    private final Connection looking;
    private final Connection asking;
    private final Map<String, Long> waits = new TreeMap<>();
    private final Thread thread = new Thread(this::look, "bench-watch");
    private volatile boolean over;

    /** On a database whose server has pg_stat_statements loaded. */
    Watch(Database database) throws SQLException {
        looking = database.connect();
        asking = database.connect();
        execute("create extension if not exists pg_stat_statements");
        execute("select pg_stat_statements_reset(), pg_stat_reset()");
        thread.setDaemon(true);
        thread.start();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = asking.createStatement()) {
            statement.execute(sql);
        }
    }

    private void look() {
        try (Statement statement = looking.createStatement()) {
            while (!over) {
                try (ResultSet rows = statement.executeQuery(WAITS)) {
                    while (rows.next()) {
                        waits.merge(rows.getString(1), rows.getLong(2), Long::sum);
                    }
                }
                TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            waits.put("no more looks: " + e.getMessage(), 1L);
        }
    }

    /** What was seen, for people. The watched must have gone, since backends tell what they did when they end. */
    List<String> seen() throws SQLException, InterruptedException {
        over = true;
        thread.join();
        List<String> lines = new ArrayList<>();
        lines.add("statements, the most expensive first (those within functions are part of their callers)");
        lines.addAll(statements());
        lines.add("what active backends were seen at, every " + BETWEEN_LOOKS_MILLIS + " ms");
        waits.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(wait -> lines.add(String.format(Locale.ROOT, "%8d  %s", wait.getValue(), wait.getKey())));
        lines.add(
                waits.keySet().stream().anyMatch(wait -> wait.startsWith("Lock "))
                        ? "LOCK WAITS were seen"
                        : "no lock wait was seen");
        lines.addAll(scans());
        return lines;
    }

    private List<String> statements() throws SQLException {
        List<String> lines = new ArrayList<>();
        lines.add(String.format("%10s %10s %10s %12s", "ms", "calls", "rows", "WAL bytes"));
        try (Statement statement = asking.createStatement();
                ResultSet rows = statement.executeQuery(STATEMENTS)) {
            while (rows.next()) {
                lines.add(String.format(
                        Locale.ROOT,
                        "%10.0f %10d %10d %12d %s%s",
                        rows.getDouble(1),
                        rows.getLong(2),
                        rows.getLong(3),
                        rows.getLong(4),
                        rows.getBoolean(5) ? "" : "  within: ",
                        rows.getString(6)));
            }
        }
        return lines;
    }

    private List<String> scans() throws SQLException {
        List<String> lines = new ArrayList<>();
        try (Statement statement = asking.createStatement();
                ResultSet rows = statement.executeQuery(SCANS)) {
            while (rows.next()) {
                lines.add("SEQUENTIAL SCANS of holdfast." + rows.getString(1) + ": " + rows.getLong(2) + ", "
                        + rows.getLong(3) + " rows read");
            }
        }
        return lines.isEmpty() ? List.of("no table was read from end to end") : lines;
    }

    @Override
    public void close() throws SQLException, InterruptedException {
        over = true;
        thread.join();
        looking.close();
        asking.close();
    }
}
