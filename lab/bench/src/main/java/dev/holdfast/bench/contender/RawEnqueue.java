package dev.holdfast.bench.contender;

import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Map;
import org.postgresql.PGConnection;

/**
 * The limit of enqueueing, over one connection. Settings: {@code way} is {@code one}, {@code batch} (of JDBC), {@code
 * unnest} or {@code copy}; {@code enqueue} is how many rows a transaction.
 */
public final class RawEnqueue implements Contender {
    private static final String ONE = "insert into raw_jobs (queue, payload) values ('default', ?::jsonb)";
    private static final String UNNEST =
            "insert into raw_jobs (queue, payload) select 'default', p::jsonb from unnest(?::text[]) p";
    private static final String COPY = "copy raw_jobs (queue, payload) from stdin";

    private final String url;
    private final String way;
    private final int chunk;
    private Connection connection;

    public RawEnqueue(String url, Map<String, String> settings) {
        this.url = url;
        this.way = settings.get("way");
        this.chunk = Integer.parseInt(settings.get("enqueue"));
    }

    @Override
    public void prepare() throws SQLException {
        new RawSql(url, Map.of()).prepare();
        connection = DriverManager.getConnection(url);
    }

    @Override
    public void fill(int jobs) throws Exception {
        try (PreparedStatement one = connection.prepareStatement(ONE);
                PreparedStatement unnest = connection.prepareStatement(UNNEST)) {
            for (int left = jobs; left > 0; left -= chunk) {
                int rows = Math.min(left, chunk);
                switch (way) {
                    case "one", "batch" -> batch(one, rows);
                    case "unnest" -> unnest(unnest, rows);
                    case "copy" -> copy(rows);
                    default -> throw new IllegalArgumentException("no such way: " + way);
                }
            }
        }
    }

    private void batch(PreparedStatement one, int rows) throws SQLException {
        connection.setAutoCommit(false);
        for (int i = 0; i < rows; i++) {
            one.setString(1, "{}");
            one.addBatch();
        }
        one.executeBatch();
        connection.commit();
    }

    private void unnest(PreparedStatement unnest, int rows) throws SQLException {
        String[] payloads = Collections.nCopies(rows, "{}").toArray(String[]::new);
        unnest.setArray(1, connection.createArrayOf("text", payloads));
        unnest.executeUpdate();
    }

    private void copy(int rows) throws Exception {
        String lines = "default\t{}\n".repeat(rows);
        connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY, new StringReader(lines));
    }

    @Override
    public void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }
}
