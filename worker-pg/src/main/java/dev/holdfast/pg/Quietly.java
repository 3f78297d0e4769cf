package dev.holdfast.pg;

import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes connections that are broken or no longer wanted, where nothing is left to be done about a failure. */
final class Quietly {
    private static final Logger log = LoggerFactory.getLogger(Quietly.class);

    private Quietly() {}

    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            log.debug("closing a connection failed", e);
        }
    }
}
