package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockLostException;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Steal;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fences of accepted writes never fall, whoever writes, steals and claims at once. */
class FencedRaceTest extends PgTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "acme/site#7");
    private static final FencedWrites WRITES = FencedWrites.boundedBy(Duration.ofSeconds(30));
    private static final int WRITES_IN_ALL = Integer.getInteger("cases.rounds", 5) * 20;

    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private Session session;

    @BeforeEach
    void anApplicationHasATable() {
        database.execute("create table if not exists fenced (id bigserial, fence bigint)");
        database.execute("truncate fenced");
        accepted.set(0);
        refused.set(0);
        session = scene.openSession();
    }

    /** Takes the lock from whoever has it, and writes under it until somebody else has taken it. */
    private Object stealAndWrite() throws SQLException {
        LeasedJob job = scene.run(session);
        LockClaim claim = scene.store().locks().claim(KEY, Owner.of(job.lease(), job.id()));
        try (Connection connection = database.connect()) {
            while (!isEnough()) {
                Acquisition answer = claim.steal(new Steal("a race", Steal.Mode.NOW));
                if (answer instanceof Acquisition.Granted) {
                    writeUntilRefused(connection, ClaimedLock.of(claim, answer));
                    claim = scene.store().locks().claim(KEY, Owner.of(job.lease(), job.id()));
                }
            }
        }
        return refused.get();
    }

    private boolean isEnough() {
        return accepted.get() >= WRITES_IN_ALL && refused.get() > 0;
    }

    private void writeUntilRefused(Connection connection, ClaimedLock lock) throws SQLException {
        try {
            for (int i = 0; i < 3; i++) {
                write(connection, lock);
                accepted.incrementAndGet();
            }
        } catch (LockLostException e) {
            refused.incrementAndGet();
        }
    }

    private static void write(Connection connection, ClaimedLock lock) throws SQLException {
        WRITES.inTransaction(connection, lock, own -> {
            try (Statement statement = new Statement(own, "insert into fenced (fence) values (?)")) {
                return statement.number(lock.fence().orElseThrow().value()).update();
            }
        });
    }

    private void race(Callable<Object> racer) {
        Threads.together(List.of(racer, racer, racer, racer));
        assertThat(refused).hasPositiveValue();
        assertThat(database.count("select count(*) from fenced")).isEqualTo(accepted.get());
        assertThat(database.count("select count(*) from (select fence < lag(fence) over (order by id) as falls"
                        + " from fenced) f where falls"))
                .isZero();
    }

    @Test
    void under_a_lock_that_is_kept_here() {
        race(this::stealAndWrite);
    }

    @Test
    void under_a_lock_that_is_kept_elsewhere() {
        AtomicInteger fences = new AtomicInteger();
        race(() -> {
            try (Connection connection = database.connect()) {
                while (!isEnough()) {
                    writeUntilRefused(connection, ClaimedLock.elsewhere(KEY, fences.incrementAndGet()));
                }
            }
            return refused.get();
        });
    }
}
