package dev.holdfast.bench.run;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A PostgreSQL that may make databases, known by its URL.
 *
 * @param url complete, with user and password if they are needed
 * @param here true if it surely runs on this machine
 */
record Server(String url, boolean here) {
    private static final List<String> FACTS =
            List.of("server_version", "fsync", "synchronous_commit", "shared_buffers", "max_wal_size");

    /** An empty database that goes when it is closed. */
    Database database() throws SQLException {
        String name = "bench_"
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        execute("create database " + name);
        return new Database(this, name);
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The settings that decide the figures. */
    Map<String, Object> facts() throws SQLException {
        Map<String, Object> facts = new LinkedHashMap<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String fact : FACTS) {
                try (ResultSet row = statement.executeQuery("show " + fact)) {
                    row.next();
                    facts.put(fact, row.getString(1));
                }
            }
        }
        return facts;
    }

    /** The URL of another database of this server. */
    String urlOf(String database) {
        int parameters = url.indexOf('?');
        String before = parameters < 0 ? url : url.substring(0, parameters);
        String after = parameters < 0 ? "" : url.substring(parameters);
        return before.substring(0, before.lastIndexOf('/') + 1) + database + after;
    }
}
