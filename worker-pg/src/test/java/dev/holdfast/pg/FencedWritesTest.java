package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockLostException;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Steal;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Writes into an application's own table, beside Holdfast's schema.
 *
 * <p>This file is long because every way to be late is played on the same table and lock.
 */
class FencedWritesTest extends PgTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "acme/site#7");
    private static final FencedWrites WRITES = FencedWrites.boundedBy(Duration.ofSeconds(30));

    private Connection connection;
    private Session session;

    @BeforeEach
    void anApplicationHasATable() throws SQLException {
        database.execute("create table if not exists writes (id bigserial, what text)");
        database.execute("delete from writes");
        connection = database.connect();
        session = scene.openSession();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private LockClaim claim() {
        LeasedJob job = scene.run(session);
        return scene.store().locks().claim(KEY, Owner.of(job.lease(), job.id()));
    }

    private ClaimedLock take() {
        LockClaim claim = claim();
        return ClaimedLock.of(claim, claim.tryAcquire());
    }

    private void stealAtOnce() {
        scene.store().lockInspector().steal(KEY, new Steal("a test", Steal.Mode.NOW));
    }

    private int write(ClaimedLock lock) throws SQLException {
        return WRITES.inTransaction(connection, lock, FencedWritesTest::insert);
    }

    private static int insert(Connection connection) throws SQLException {
        try (java.sql.Statement statement = connection.createStatement()) {
            return statement.executeUpdate("insert into writes (what) values ('written')");
        }
    }

    private long written() {
        return database.count("select count(*) from writes");
    }

    private void assertRefused(ClaimedLock lock) {
        assertThatThrownBy(() -> write(lock))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("lock " + KEY);
        assertThat(lock.refusal).contains("is not held");
        assertThat(written()).isZero();
    }

    @Test
    void the_holder_writes_and_the_connection_is_left_as_it_was() throws SQLException {
        assertThat(write(take())).isEqualTo(1);

        assertThat(written()).isEqualTo(1);
        assertThat(connection.getAutoCommit()).isTrue();
        try (Statement statement = new Statement(connection, "select current_setting('statement_timeout')")) {
            assertThat(statement.row().getString(1)).isEqualTo("0");
        }
    }

    @Test
    void case_54_a_write_after_a_steal_is_refused() {
        ClaimedLock late = take();
        stealAtOnce();

        assertRefused(late);
    }

    @Test
    void case_54_a_write_after_the_next_grant_is_refused() {
        ClaimedLock late = take();
        stealAtOnce();
        take();

        assertRefused(late);
    }

    @Test
    void case_29_a_write_after_a_reap_is_refused() {
        ClaimedLock late = take();
        scene.crash(session);

        assertRefused(late);
    }

    @Test
    void a_write_after_the_release_is_refused() {
        ClaimedLock late = take();
        late.close();

        assertRefused(late);
    }

    @Test
    void a_write_without_a_fence_is_refused_as_a_mistake() {
        assertThatThrownBy(() -> write(ClaimedLock.unguarded(KEY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unguarded");
    }

    @Test
    void work_that_throws_is_rolled_back() {
        ClaimedLock lock = take();

        assertThatThrownBy(() -> WRITES.inTransaction(connection, lock, own -> {
                    insert(own);
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(written()).isZero();
    }

    @Test
    void in_a_transaction_of_the_callers_own_the_lock_stays_asserted_until_it_ends() throws SQLException {
        ClaimedLock lock = take();
        connection.setAutoCommit(false);
        write(lock);

        assertThat(written()).isZero();
        try (Connection other = database.connect()) {
            assertThat(isBlocked(other)).isTrue();
            connection.commit();
            assertThat(isBlocked(other)).isFalse();
        }
        assertThat(written()).isEqualTo(1);
    }

    /** Whether the lock's row can be taken. */
    private static boolean isBlocked(Connection other) throws SQLException {
        try (java.sql.Statement statement = other.createStatement()) {
            statement.executeQuery("select 1 from holdfast.locks for update nowait");
            return false;
        } catch (SQLException e) {
            assertThat(e.getSQLState()).isEqualTo("55P03");
            return true;
        }
    }

    @Test
    void a_steal_waits_until_the_write_is_committed() throws Exception {
        ClaimedLock lock = take();
        CompletableFuture<Void> steal = whileWriting(lock, this::stealAtOnce);

        assertThat(steal.isDone()).isFalse();
        connection.commit();
        steal.get();
        assertThat(written()).isEqualTo(1);
        connection.setAutoCommit(true);
        assertThatThrownBy(() -> write(lock)).isInstanceOf(LockLostException.class);
    }

    @Test
    void a_reap_waits_until_the_write_is_committed() throws Exception {
        ClaimedLock lock = take();
        CompletableFuture<Void> reap = whileWriting(lock, () -> scene.crash(session));

        assertThat(reap.isDone()).isFalse();
        connection.commit();
        reap.get();
        assertThat(written()).isEqualTo(1);
    }

    /** Begins a write, and something that has to wait for its commit. */
    private CompletableFuture<Void> whileWriting(ClaimedLock lock, Runnable action) throws SQLException {
        connection.setAutoCommit(false);
        write(lock);
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(action);
        await().until(this::somebodyWaits);
        return waiting;
    }

    private boolean somebodyWaits() {
        return database.count("select count(*) from pg_locks where not granted") > 0;
    }

    @Test
    void a_write_that_holds_up_a_reap_for_too_long_leaves_it_to_the_next_round() throws SQLException {
        ClaimedLock lock = take();
        connection.setAutoCommit(false);
        write(lock);

        assertThatThrownBy(() -> scene.crash(session)).isInstanceOf(StoreUnavailableException.class);
        connection.commit();
        scene.crash(session);
        assertThat(written()).isEqualTo(1);
    }

    @Test
    void a_rivals_claim_is_refused_at_once_while_the_holder_writes() throws SQLException {
        ClaimedLock lock = take();
        connection.setAutoCommit(false);
        write(lock);

        assertThat(claim().tryAcquire()).isInstanceOf(Acquisition.Busy.class);
        connection.rollback();
    }

    @Test
    void a_transaction_that_takes_too_long_is_ended_and_writes_nothing() {
        ClaimedLock lock = take();
        FencedWrites hasty = FencedWrites.boundedBy(Duration.ofMillis(300));

        assertThatThrownBy(() -> hasty.inTransaction(connection, lock, own -> {
                    insert(own);
                    try (java.sql.Statement statement = own.createStatement()) {
                        statement.execute("select pg_sleep(10)");
                    }
                    return 1;
                }))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("timeout");
        assertThat(written()).isZero();
    }

    @Test
    void a_transaction_that_idles_too_long_is_ended_and_writes_nothing() {
        ClaimedLock lock = take();
        FencedWrites hasty = FencedWrites.boundedBy(Duration.ofMillis(300));

        assertThatThrownBy(() -> hasty.inTransaction(connection, lock, own -> {
                    insert(own);
                    await().until(() -> !isAnyoneInTransaction());
                    return insert(own);
                }))
                .isInstanceOf(SQLException.class);
        assertThat(written()).isZero();
    }

    private boolean isAnyoneInTransaction() {
        return database.count("select count(*) from pg_stat_activity where datname = current_database()"
                        + " and state = 'idle in transaction'")
                > 0;
    }

    @Test
    void a_bound_that_the_caller_has_set_lower_stays() throws SQLException {
        ClaimedLock lock = take();
        connection.setAutoCommit(false);
        try (Statement statement = new Statement(connection, "select set_config('statement_timeout', '77', true)")) {
            statement.query();
        }
        String bound = WRITES.inTransaction(connection, lock, own -> {
            try (Statement statement = new Statement(own, "select current_setting('statement_timeout')")) {
                return statement.row().getString(1);
            }
        });
        connection.rollback();

        assertThat(bound).isEqualTo("77ms");
    }

    @Test
    void a_lock_that_is_kept_elsewhere_is_judged_by_the_fences_seen_here() throws SQLException {
        write(ClaimedLock.elsewhere(KEY, 10));
        write(ClaimedLock.elsewhere(KEY, 12));
        write(ClaimedLock.elsewhere(KEY, 12));

        ClaimedLock late = ClaimedLock.elsewhere(KEY, 11);
        assertThatThrownBy(() -> write(late)).isInstanceOf(LockLostException.class);
        assertThat(late.refusal).contains("fence 12 has been seen here, which is greater than 11");
        assertThat(written()).isEqualTo(3);
    }

    @Test
    void a_fence_whose_write_was_rolled_back_was_not_seen() throws SQLException {
        connection.setAutoCommit(false);
        write(ClaimedLock.elsewhere(KEY, 12));
        connection.rollback();
        connection.setAutoCommit(true);

        assertThat(write(ClaimedLock.elsewhere(KEY, 11))).isEqualTo(1);
    }

    @Test
    void a_row_left_by_a_time_when_the_lock_was_kept_here_stands_in_nobodys_way() throws SQLException {
        take().close();
        long here = database.count("select fence from holdfast.locks");

        assertThat(write(ClaimedLock.elsewhere(KEY, here + 1_000_000))).isEqualTo(1);
        assertThatThrownBy(() -> write(ClaimedLock.elsewhere(KEY, here))).isInstanceOf(LockLostException.class);
    }

    @Test
    void plain_sql_is_told_with_a_state_of_its_own() throws Exception {
        ClaimedLock lock = take();
        long fence = lock.fence().orElseThrow().value();
        String call = "select holdfast.assert_held('" + KEY + "', %d)";

        database.execute(call.formatted(fence));
        assertThat(state(call.formatted(fence - 1))).isEqualTo(FencedWrites.NOT_HELD);
        lock.close();
        assertThat(state(call.formatted(fence))).isEqualTo("LF001");
        assertThat(state("select holdfast.assert_held('no namespace', 1)")).isEqualTo("22023");
        assertThat(state("select holdfast.assert_held('a/b', 0)")).isEqualTo("22023");
        assertThat(state("select holdfast.assert_held(null, 1)")).isEqualTo("22023");
    }

    private String state(String sql) {
        try (java.sql.Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return "";
        } catch (SQLException e) {
            return e.getSQLState();
        }
    }

    @Test
    void two_writers_of_two_keys_at_once_do_not_wait_for_each_other() throws Exception {
        LockKey other = new LockKey("pr-actuation", "acme/site#8");
        CountDownLatch bothIn = new CountDownLatch(2);
        CompletableFuture<Integer> first = writing(ClaimedLock.elsewhere(KEY, 5), bothIn);
        CompletableFuture<Integer> second = writing(ClaimedLock.elsewhere(other, 5), bothIn);

        assertThat(first.get() + second.get()).isEqualTo(2);
    }

    private CompletableFuture<Integer> writing(ClaimedLock lock, CountDownLatch bothIn) {
        return CompletableFuture.supplyAsync(() -> {
            try (Connection own = database.connect()) {
                return WRITES.inTransaction(own, lock, in -> {
                    bothIn.countDown();
                    awaitQuietly(bothIn);
                    return insert(in);
                });
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
