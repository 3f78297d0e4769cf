package dev.holdfast.contract;

import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockStore;
import dev.holdfast.queue.EffectLog;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobQueue;
import dev.holdfast.queue.Sessions;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A store as the suites use it: empty when it is opened, gone when it is closed. */
public interface StoreUnderTest extends AutoCloseable {
    JobQueue queue();

    Sessions sessions();

    LockStore locks();

    EffectLog effects();

    JobInspector jobs();

    LockInspector lockInspector();

    /** The ttl with which the suites open their sessions; a store with a ttl of its own for locks uses the same. */
    default Duration ttl() {
        return Duration.ofSeconds(2);
    }

    /** Returns when at least this long has passed by every clock the store uses. */
    default void pass(Duration time) {
        Awaitility.await().pollDelay(time).atMost(time.plusSeconds(30)).until(() -> true);
    }

    /** Runs the action while no lock request of {@link #locks()} reaches the store. */
    void whileUnreachable(Runnable action);

    /** Makes the store forget what it may forget about free lock keys. */
    void prune();

    @Override
    void close();
}
