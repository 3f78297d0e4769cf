package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.LockKey;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Settlement;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The look at the lines of parked jobs. */
class LineSweepTest extends PgTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");

    @Test
    void case_87_a_line_behind_thousands_whose_locks_somebody_has_locked_is_looked_at() throws Exception {
        Session session = scene.openSession();
        database.execute("insert into holdfast.locks (namespace, name)"
                + " select 'busy', 'k' || i from generate_series(1, 3000) i");
        database.execute(
                "insert into holdfast.lock_waiters (namespace, name, ticket, job_id, elsewhere, until, look_at)"
                        + " select 'busy', 'k' || i, 1000000 + i, 1000000 + i, false, now() + interval '1 h',"
                        + " now() - interval '1 min' from generate_series(1, 3000) i");
        LeasedJob parked = parkedBehind(session);
        try (Connection writer = database.connect()) {
            writer.setAutoCommit(false);
            try (Statement statement =
                    new Statement(writer, "select 1 from holdfast.locks where namespace = 'busy' for update")) {
                statement.query();
            }
            assertThat(scene.lease(session, 10)).as("before the look").isEmpty();

            scene.store().sessions().wakeWaiters(List.of());

            assertThat(scene.lease(session, 10)).extracting(LeasedJob::id).containsExactly(parked.id());
            writer.rollback();
        }
    }

    /** A parked job whose lock is free, though nobody said so to its line. */
    private LeasedJob parkedBehind(Session session) {
        LeasedJob job = scene.run(session);
        database.execute(
                "insert into holdfast.locks (namespace, name, fence, session_id, lease_no, job_id, token, since,"
                        + " freed_at) values ('" + KEY.namespace() + "', '" + KEY.name()
                        + "', 1, 1, 1, 1000001, gen_random_uuid(), now(), null)");
        Settlement.Wait terms = new Settlement.Wait(Duration.ofHours(1), Duration.ZERO, false);
        session.settle(List.of(PgScene.ending(job, new Settlement.Ending.Parked(List.of(KEY), terms, "busy"))));
        database.execute("update holdfast.locks set session_id = null, lease_no = null, job_id = null, token = null,"
                + " since = null, freed_at = now() where namespace = '" + KEY.namespace() + "'");
        database.execute("update holdfast.lock_waiters set look_at = now() where ticket < 1000000");
        return job;
    }
}
