package dev.holdfast.pg;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

/**
 * This process's turn at housekeeping: a lease in the database, by the database's clock, which every step renews and
 * locks while it works. So two never work at once, and the turn of one that dies is over a minute later. Thread-safe.
 */
final class Turn {
    /** Answer of a step that was not made. */
    static final int NOT_MINE = -1;

    static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration PERIOD = Duration.ofHours(1);

    private static final String HOLD = Sql.named("hold-housekeeping");
    private static final String LEAVE = "select holdfast.leave_housekeeping(?, ? * interval '1 ms')";

    private final Db db;
    private final UUID token = UUID.randomUUID();
    private volatile String who = "";

    Turn(Db db) {
        this.db = db;
    }

    /** Names this process for people. */
    void introduce(String name) {
        who = name;
    }

    /** Makes a statement that answers a number, if the turn is, or becomes, this process's. */
    int step(String what, String sql) {
        return db.run(what, connection -> Transaction.on(connection, own -> hold(own) ? count(own, sql) : NOT_MINE));
    }

    private boolean hold(Connection connection) throws SQLException {
        try (Statement statement = new Statement(connection, HOLD)) {
            return statement
                    .uuid(token)
                    .text(who)
                    .number(LEASE.toMillis())
                    .number(PERIOD.toMillis())
                    .row()
                    .getBoolean(1);
        }
    }

    static int count(Connection connection, String sql) throws SQLException {
        try (Statement statement = new Statement(connection, sql)) {
            return statement.row().getInt(1);
        }
    }

    /** Ends the turn; what failed is due again at the next look. */
    void leave(boolean failed) {
        Duration next = failed ? Duration.ZERO : PERIOD;
        db.run("end the turn at housekeeping", connection -> {
            try (Statement statement = new Statement(connection, LEAVE)) {
                return statement.uuid(token).number(next.toMillis()).row().getBoolean(1);
            }
        });
    }
}
