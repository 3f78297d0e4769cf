package dev.holdfast.bench.contender;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.Callable;
import org.postgresql.PGConnection;

/**
 * The limit of picking up: a connection that commits and one that listens, nothing else. Setting {@code claim}: {@code
 * true} stores a row and claims it when the notification has come, {@code false} measures the notification alone.
 */
public final class RawPickUp implements Contender {
    private static final String CHANNEL = "raw_due";
    private static final int PATIENCE_MILLIS = 100;
    private static final String NOTIFY = "select pg_notify('" + CHANNEL + "', 'due')";
    private static final String STORE =
            "with stored as (insert into raw_jobs (queue) values ('default') returning id) select pg_notify('" + CHANNEL
                    + "', 'due') from stored";

    private final String url;
    private final RawSql queue;
    private final boolean claims;
    private volatile boolean stopping;

    public RawPickUp(String url, Map<String, String> settings) {
        this.url = url;
        this.queue = new RawSql(url, Map.of());
        this.claims = Boolean.parseBoolean(settings.get("claim"));
    }

    @Override
    public void prepare() throws SQLException {
        queue.prepare();
    }

    @Override
    public Map<String, Double> pickUp(int probes) throws Exception {
        PickUps pickUps = new PickUps(probes);
        try (Connection ear = DriverManager.getConnection(url);
                Connection producer = DriverManager.getConnection(url);
                PreparedStatement send = producer.prepareStatement(claims ? STORE : NOTIFY)) {
            try (Statement statement = ear.createStatement()) {
                statement.execute("listen " + CHANNEL);
            }
            Thread listener = new Thread(() -> listen(ear, pickUps), "listener");
            listener.start();
            Callable<?> sending = send::execute;
            Map<String, Double> measured = pickUps.run(sending);
            stopping = true;
            listener.join();
            return measured;
        }
    }

    private void listen(Connection ear, PickUps pickUps) {
        try (RawQueue.Leases leases = queue.leases(ear, 0, 1)) {
            while (!stopping) {
                int heard = ear.unwrap(PGConnection.class).getNotifications(PATIENCE_MILLIS).length;
                if (heard > 0 && (!claims || !leases.next().isEmpty())) {
                    pickUps.seen();
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {}
}
