package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.queue.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Case 40: rivals for one lock while the server ends connections at random. Locks are rows, so that neither the end of a
 * connection nor a pooler that hands connections round frees one or gives it to two.
 */
class KilledBackendsTest extends PgTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "case-40");
    private static final int RIVALS = 4;
    private static final int GRANTS = 150;
    private static final int KILLS = 20;
    private static final Duration BETWEEN_KILLS = Duration.ofMillis(20);
    private static final String KILL_ONE = "select pg_terminate_backend(pid) from pg_stat_activity"
            + " where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"
            + " order by random() limit 1";

    @TempDir
    Path folder;

    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger kills = new AtomicInteger();
    private final List<Long> fences = Collections.synchronizedList(new ArrayList<>());

    @Test
    void case_40_a_lock_never_has_two_holders_while_random_backends_are_killed() {
        contend(database.config());
    }

    @Test
    void case_40_nor_behind_a_pooler_in_transaction_mode() throws Exception {
        Path program = PgBouncer.program().orElse(null);
        if (program == null) {
            missing();
            return;
        }
        try (PgBouncer pooler = PgBouncer.start(program, folder)) {
            PgConfig through = database.through(pooler.port());
            contend(through.with(
                    database.config().options().withDirectUrl(database.url()).withNotifying(false)));
        }
    }

    private static void missing() {
        String why = "case 40 behind a pooler needs PgBouncer, which is not on this machine (Debian: apt-get install"
                + " pgbouncer)";
        if ("required".equals(System.getProperty("tools"))) {
            fail(why);
        }
        System.out.println("not played: " + why);
    }

    private void contend(PgConfig config) {
        try (PgScene rivals = new PgScene(database, config, Ticker.system())) {
            Session session = rivals.openSession();
            List<Callable<Integer>> actions =
                    new ArrayList<>(Collections.nCopies(RIVALS, () -> holdAgainAndAgain(rivals, session)));
            actions.add(this::killAgainAndAgain);

            Threads.together(actions);
        }
        assertThat(fences)
                .hasSizeGreaterThanOrEqualTo(GRANTS)
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(kills.get()).isGreaterThanOrEqualTo(KILLS);
    }

    private int holdAgainAndAgain(PgScene rivals, Session session) {
        int held = 0;
        while (!isEnough()) {
            LockClaim claim = rivals.store().locks().claim(KEY, Owner.of(session.id()));
            if (claim.tryAcquire() instanceof Acquisition.Granted granted) {
                // The lock guards these two lines: nobody else may be between them.
                assertThat(inside.incrementAndGet()).isEqualTo(1);
                fences.add(granted.fence().value());
                inside.decrementAndGet();
                held++;
            }
            releaseUntilAnswered(claim);
        }
        return held;
    }

    private boolean isEnough() {
        return fences.size() >= GRANTS && kills.get() >= KILLS;
    }

    private static void releaseUntilAnswered(LockClaim claim) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(claim::release, answer -> answer != Release.UNKNOWN);
    }

    private int killAgainAndAgain() {
        while (!isEnough()) {
            await().pollDelay(BETWEEN_KILLS).until(() -> true);
            if ("t".equals(database.ask(KILL_ONE))) {
                kills.incrementAndGet();
            }
        }
        return kills.get();
    }
}
