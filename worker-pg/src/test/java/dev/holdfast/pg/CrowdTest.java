package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.Ticker;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A crowd of waiting jobs in one queue, another queue beside it, and a database without a crowd to compare with: the same
 * steps are timed in both by turns, so that whatever else the machine does slows both. {@code -Dholdfast.crowd=1000000}
 * makes the crowd that large.
 */
class CrowdTest {
    private static final int CROWD = Integer.getInteger("holdfast.crowd", 200_000);
    private static final int ROUNDS = 80;
    private static final double MOST_TIMES_SLOWER = 2;

    private static final String FILL =
            "insert into holdfast.jobs (queue, kind, priority, run_at, max_attempts, payload,"
                    + " enqueued_at) select 'crowd', 'work', i %% 10, now(), 20, '{}', now() from generate_series(1, %d) i";

    private final Ticker ticker = Ticker.system();
    private Site crowded;
    private Site empty;

    @BeforeEach
    void open() {
        crowded = new Site();
        empty = new Site();
        crowded.database.execute(FILL.formatted(CROWD));
        crowded.database.execute("vacuum analyze holdfast.jobs");
    }

    @AfterEach
    void close() throws SQLException {
        crowded.close();
        empty.close();
    }

    @Test
    void case_80_a_claim_takes_no_longer_in_a_crowded_queue_nor_in_one_beside_it() {
        for (int i = 0; i < ROUNDS; i++) {
            crowded.round();
            empty.round();
        }

        assertThat(crowded.beside.ratioTo(empty.beside)).as("beside the crowd").isLessThan(MOST_TIMES_SLOWER);
        assertThat(crowded.within.ratioTo(empty.within)).as("in the crowd").isLessThan(MOST_TIMES_SLOWER);
    }

    /** Durations of one kind of claim. */
    private static final class Times {
        private final List<Duration> all = new ArrayList<>();

        /** Of the faster halves' ends: what a busy machine adds now and then is not counted. */
        double ratioTo(Times other) {
            return (double) quartile().toNanos() / other.quartile().toNanos();
        }

        private Duration quartile() {
            return all.stream().sorted().skip(all.size() / 4).findFirst().orElseThrow();
        }
    }

    /** A database, and a session that claims from both of its queues, one job at a time. */
    private final class Site implements AutoCloseable {
        private final TestDatabase database = TestDatabase.create();
        private final PgScene scene = new PgScene(database);
        private final Session session = scene.openSession();
        private final Times within = new Times();
        private final Times beside = new Times();
        private int number;

        void round() {
            claim("beside", beside);
            claim("crowd", within);
        }

        private void claim(String queue, Times times) {
            scene.store().queue().enqueue(NewJob.ofJson(PgScene.KIND, "{}").withQueue(queue));
            LeaseRequest request = new LeaseRequest(++number, List.of(queue), Set.of(PgScene.KIND), 1, false);
            Duration before = ticker.now();
            List<LeasedJob> jobs = session.lease(request).jobs();
            times.all.add(ticker.now().minus(before));
            assertThat(jobs).hasSize(1);
            LeasedJob job = jobs.get(0);
            session.settle(List.of(new Settlement(job.id(), job.lease(), new Ending.Completed("", List.of()))));
        }

        @Override
        public void close() throws SQLException {
            scene.close();
            database.close();
        }
    }
}
