package dev.holdfast.pg;

import java.sql.SQLException;

/** A value that the schema does not take; nothing was written. */
final class BadRowException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    BadRowException(String what, SQLException cause) {
        super(what + ": " + cause.getMessage(), cause);
    }

    /** The rule that was broken, without what the driver adds about where. */
    String rule() {
        return getCause().getMessage().lines().findFirst().orElse("unknown");
    }
}
