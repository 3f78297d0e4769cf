package dev.holdfast.redis;

import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockLeftovers;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.LockStoreGuard;
import java.util.function.Supplier;

/**
 * Locks on one Redis master. A lock is a key with a ttl of its own, which its worker renews for as long as the owner
 * runs.
 *
 * <p><b>The guarantee.</b>
 *
 * <ul>
 *   <li><b>The owner runs longer than the ttl</b>: all locks of a worker are renewed in one round trip, long before the
 *       ttl is over. A key that is missing, or is somebody else's, is lost: it is never set again, and the owner is
 *       cancelled. An owner whose store does not answer stops believing in its lock before the key can expire.
 *   <li><b>Hard kill</b>: free at most a ttl later. A worker that halts in good order shortens its keys first.
 *   <li><b>Redeploy</b>: the new process is refused until the old owner has ended and its lock was released by token.
 *   <li><b>Eviction</b>: {@link #guard()} tells of every {@code maxmemory-policy} but {@code noeviction}, and of a server
 *       that is no master. A Redis out of memory grants nothing; renewals and releases still work.
 *   <li><b>Several instances</b>: every request is one atomic script, and every value names deployment and session, so
 *       that nobody takes for a leftover what a live session holds. What does not read so is not ours.
 * </ul>
 *
 * <p><b>No request takes effect late.</b> Each claim, renewal and steal carries the moment, by the server's clock, after
 * which it does nothing: one timeout after it was sent. Nothing is sent twice, and a connection that leaves a request
 * unanswered is dropped. What a claim without an answer may have left is released by its token, again and again, until it
 * is found or can be there no more.
 *
 * <p><b>Fences</b> are {@code max(last + 1, clock in microseconds)}: they rise through release, expiry, steal, restart and
 * FLUSHALL. The last one of a key is remembered for two days after its last grant or renewal. The assumption: when it has
 * been forgotten (by age, by FLUSHALL, by a failover that lost it) the clock of the server that grants next is not behind
 * the last grant. They are exact up to 2<sup>53</sup>, which the clock reaches in the year 2255.
 *
 * <p><b>Limits.</b> A lock can be lost with its server: by a restart without an append-only file that is synced always, or
 * by a failover, which replicates asynchronously. Holders learn it at their next renewal and are cancelled; until then two
 * may believe, and only the fence tells them apart. Keys expire by the server's wall clock: one that is set forward ends
 * locks early. One master, or a failover address that leads to it; not a cluster.
 *
 * <p>Thread-safe. Opening does no I/O: the connection is made when it is needed, and again when it was lost.
 */
public final class RedisLockStore implements AutoCloseable {
    private final Link link;
    private final RedisConfig config;
    private final Scripts scripts;

    private final Supplier<String> deployment;

    private RedisLockStore(RedisConfig config, Supplier<String> deployment, Ticker ticker) {
        this.config = config;
        this.deployment = deployment;
        this.link = new Link(config, ticker);
        this.scripts = new Scripts(link, config.times().timeout());
    }

    /**
     * No I/O.
     *
     * @param deployment names the database whose sessions claim locks: sessions are numbered by it, so a session's
     *     number means something only together with it. Asked at each claim; must not block for long. Letters, digits
     *     and {@code . _ : -} only
     */
    public static RedisLockStore open(RedisConfig config, Supplier<String> deployment) {
        return new RedisLockStore(config, deployment, Ticker.system());
    }

    /** Each request blocks up to the timeout and is not interruptible; what has no answer is a value. */
    public LockStore locks() {
        return new RedisLocks(scripts, config, deployment);
    }

    /** Blocks up to two timeouts. */
    public LockStoreGuard guard() {
        return new RedisGuard(new Info(link, config.times().timeout()));
    }

    /** Locks for people. */
    public LockInspector inspector() {
        return new RedisLockInspector(new HeldKeys(link, config), scripts, config);
    }

    /** What lies in Redis, whoever left it; for the reconciliation with the sessions that have ended. */
    public LockLeftovers leftovers() {
        return new RedisLeftovers(new HeldKeys(link, config), scripts, config.prefix());
    }

    /** Closes the connection; requests under way have no answer. Blocks for at most some seconds. Idempotent. */
    @Override
    public void close() {
        link.close();
    }
}
