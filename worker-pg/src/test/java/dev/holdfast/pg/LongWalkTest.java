package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A walk from the heads that takes longer than a statement may, as it does behind hours of an old snapshot. */
class LongWalkTest extends PgTest {
    /** A row takes longer than a statement may. */
    private static final String SLOW = "create function holdfast.slow() returns trigger language plpgsql"
            + " as $$ begin perform pg_sleep(3); return new; end $$;"
            + " create trigger slow before update on holdfast.jobs for each row execute function holdfast.slow()";

    private final AtomicReference<Duration> ticks = new AtomicReference<>(Duration.ofHours(1));
    private volatile Duration perLook = Duration.ZERO;

    private Duration tick() {
        return ticks.getAndUpdate(perLook::plus);
    }

    @Test
    void whatIsDueLatelyIsLeasedAtOnceAndTheRestInPieces() {
        try (PgScene impatient = new PgScene(database, database.impatient(), this::tick)) {
            Session session = impatient.openSession();
            long old = enqueue(impatient);
            database.execute("update holdfast.jobs set run_at = now() - interval '10 minutes'");
            long fresh = enqueue(impatient);

            perLook = Duration.ofSeconds(1);
            database.execute(SLOW);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> impatient.lease(session, 10)).isInstanceOf(StoreUnavailableException.class);
            }
            database.execute("drop trigger slow on holdfast.jobs");
            perLook = Duration.ZERO;

            assertThat(impatient.lease(session, 10))
                    .extracting(LeasedJob::id)
                    .extracting(JobId::value)
                    .containsExactly(fresh);
            assertThat(impatient.lease(session, 10))
                    .extracting(LeasedJob::id)
                    .extracting(JobId::value)
                    .containsExactly(old);
        }
    }

    private long enqueue(PgScene impatient) {
        NewJob job = PgScene.job();
        impatient.store().queue().enqueue(job);
        return database.count("select max(id) from holdfast.jobs");
    }
}
