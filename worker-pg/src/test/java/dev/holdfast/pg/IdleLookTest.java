package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.Session;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What looking for work costs while there is none. */
class IdleLookTest extends PgTest {
    private static final String LOOK = "select live from holdfast.lease(?, 1, array['default', 'default'], array[4, 5],"
            + " array['-infinity', '-infinity']::timestamptz[], array[0, 0]::bigint[], array['work'], false,"
            + " interval '0', 10)";

    @Test
    void aLookThatFindsNothingWritesNothing() throws SQLException {
        Session session = scene.openSession();
        assertThat(look(session)).isEqualTo("live, no write");
    }

    @Test
    void aLookThatFindsWorkWrites() throws SQLException {
        Session session = scene.openSession();
        scene.enqueue(1);
        assertThat(look(session)).isEqualTo("live, writes");
    }

    @Test
    void aLookOfASessionThatHasEndedSaysSoThoughThereIsNothing() throws SQLException {
        Session session = scene.openSession();
        session.end(Session.Will.STOPPED);
        assertThat(look(session)).isEqualTo("ended, no write");
    }

    @Test
    void aNumberThatLeasedBeforeAnswersWhatItHoldsThoughNothingElseIsDue() {
        scene.enqueue(3);
        Session session = scene.openSession();
        LeaseRequest request = scene.request(10);
        assertThat(session.lease(request).jobs()).hasSize(3);

        assertThat(session.lease(request).jobs()).hasSize(3);
    }

    /** A transaction gets a number when it first locks a row or writes, and only then has something to flush at its end. */
    private String look(Session session) throws SQLException {
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            try (Statement statement = new Statement(connection, LOOK)) {
                boolean live = statement.number(session.id().value()).row().getBoolean(1);
                return (live ? "live" : "ended") + (isNumbered(connection) ? ", writes" : ", no write");
            } finally {
                connection.rollback();
            }
        }
    }

    private static boolean isNumbered(Connection connection) throws SQLException {
        try (Statement statement = new Statement(connection, "select pg_current_xact_id_if_assigned() is not null")) {
            ResultSet row = statement.row();
            return row.getBoolean(1);
        }
    }
}
