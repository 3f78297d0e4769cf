package dev.holdfast.pg;

import dev.holdfast.lease.SessionId;
import dev.holdfast.queue.NotAloneException;
import dev.holdfast.queue.SessionInfo;
import java.sql.SQLException;
import java.time.Duration;
import org.postgresql.util.PSQLException;

/** Reads why the database did not let a session live beside another. */
final class Alone {
    private static final String STATE = "HF001";

    private Alone() {}

    /** Throws the refusal, if the error is one. Its detail reads: id, ttl in milliseconds, who. */
    static void refuse(SessionInfo refused, SQLException e) {
        if (!STATE.equals(e.getSQLState()) || !(e instanceof PSQLException error)) {
            return;
        }
        String[] other = error.getServerErrorMessage().getDetail().split(" ", 3);
        SessionId session = new SessionId(Long.parseLong(other[0]));
        Duration ttl = Duration.ofMillis(Long.parseLong(other[1]));
        throw new NotAloneException(session, other[2], ttl, refused.alone());
    }
}
