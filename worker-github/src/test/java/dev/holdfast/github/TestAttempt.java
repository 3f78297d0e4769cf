package dev.holdfast.github;

import dev.holdfast.job.Attempt;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.Effect;
import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockLostException;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.LockUnavailable;
import dev.holdfast.queue.StoreUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** An attempt by hand, so that a test can break off at any point. For one thread. */
public class TestAttempt implements Attempt {
    /** The worker died. */
    public static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final Records records;
    private final JobId job;
    private final Map<LockKey, HeldLock> held = new HashMap<>();
    private String crashAfter = "";
    private boolean lockStoreAway;
    private boolean recordsAway;
    private final List<Runnable> cancelActions = new CopyOnWriteArrayList<>();
    private volatile Optional<CancelReason> cancelled = Optional.empty();

    public TestAttempt(Records records) {
        this(records, new JobId(++records.lastJob));
    }

    private TestAttempt(Records records, JobId job) {
        this.records = records;
        this.job = job;
    }

    /** Dies after the call of the effect whose name starts so, before its result is recorded. */
    public TestAttempt crashingAfter(String effect) {
        crashAfter = effect;
        return this;
    }

    /** Locks are kept in a store of their own, which does not answer. */
    public TestAttempt withoutLockStore() {
        lockStoreAway = true;
        return this;
    }

    /** Locks and records are kept in one store, which does not answer. */
    public TestAttempt withoutAnyStore() {
        recordsAway = true;
        return withoutLockStore();
    }

    public TestAttempt cancelledBy(CancelReason reason) {
        cancelled = Optional.of(reason);
        return this;
    }

    /** Ends as a worker's death does: its locks are freed, nothing is recorded. */
    public TestAttempt rerun() {
        release();
        return new TestAttempt(records, job);
    }

    public void release() {
        records.holders.values().removeIf(holder -> holder == this);
        held.clear();
    }

    @Override
    public JobId job() {
        return job;
    }

    @Override
    public String kind() {
        return "test";
    }

    @Override
    public int number() {
        return 1;
    }

    @Override
    public HeldLock lock(LockKey key, LockPolicy policy) {
        if (lockStoreAway && !policy.defers()) {
            return new TestLock(key, Optional.empty());
        }
        Acquisition answer = tryLock(key);
        if (!(answer instanceof Acquisition.Granted)) {
            throw new LockUnavailable(key, answer);
        }
        return held.get(key);
    }

    @Override
    public Acquisition tryLock(LockKey key) {
        TestAttempt holder = records.holders.putIfAbsent(key, this);
        if (holder != null) {
            return new Acquisition.Busy(new LockHolder(holder.job.toString(), new FencingToken(1)));
        }
        FencingToken fence = new FencingToken(++records.lastFence);
        held.put(key, new TestLock(key, Optional.of(fence)));
        return new Acquisition.Granted(fence, Duration.ofMinutes(1));
    }

    @Override
    public HeldLock steal(LockKey key, String reason) {
        TestAttempt victim = records.holders.remove(key);
        if (victim != null) {
            victim.held.remove(key);
            victim.cancelled = Optional.of(CancelReason.LOCK_LOST);
        }
        return lock(key, LockPolicy.DEFER);
    }

    @Override
    public Optional<HeldLock> held(LockKey key) {
        return Optional.ofNullable(held.get(key));
    }

    @Override
    public List<HeldLock> locks() {
        return List.copyOf(held.values());
    }

    @Override
    public Duration remaining() {
        return Duration.ofMinutes(1);
    }

    @Override
    public Optional<CancelReason> cancelled() {
        return cancelled;
    }

    @Override
    public void onCancel(Runnable action) {
        cancelActions.add(action);
    }

    /** Tells the handler to stop, from another thread. */
    public void cancel(CancelReason reason) {
        cancelled = Optional.of(reason);
        cancelActions.forEach(Runnable::run);
    }

    @Override
    public void progress(String text) {}

    @Override
    public String effect(HeldLock lock, Effect effect) throws Exception {
        ensureReachable();
        if (lock.fence().isPresent()) {
            lock.ensureHeld();
        }
        String name = lock.key() + " " + effect.name();
        if (!records.results.containsKey(name)) {
            Optional<String> earlier = records.begun.add(name) ? Optional.empty() : effect.reconcile();
            String result = earlier.isPresent() ? earlier.get() : effect.apply();
            if (!crashAfter.isEmpty() && effect.name().startsWith(crashAfter)) {
                throw new Crash();
            }
            records.results.put(name, result);
        }
        return records.results.get(name);
    }

    @Override
    public Optional<String> recorded(LockKey key, String effectName) {
        ensureReachable();
        return Optional.ofNullable(records.result(key.toString(), effectName));
    }

    private void ensureReachable() {
        if (recordsAway) {
            throw new StoreUnavailableException("effects", new IOException("nobody answers"));
        }
    }

    private final class TestLock implements HeldLock {
        private final LockKey key;
        private final Optional<FencingToken> fence;

        TestLock(LockKey key, Optional<FencingToken> fence) {
            this.key = key;
            this.fence = fence;
        }

        @Override
        public LockKey key() {
            return key;
        }

        @Override
        public Optional<FencingToken> fence() {
            return fence;
        }

        @Override
        public boolean isHeld() {
            return records.holders.get(key) == TestAttempt.this;
        }

        @Override
        public Duration remaining() {
            return isHeld() ? Duration.ofSeconds(25) : Duration.ZERO;
        }

        @Override
        public void refused(String what) {
            records.holders.remove(key, TestAttempt.this);
        }

        @Override
        public void ensureHeld() {
            if (!isHeld()) {
                throw new LockLostException(key, "the test took it");
            }
        }

        @Override
        public void onLost(Runnable action) {
            throw new UnsupportedOperationException("no handler here asks for it");
        }

        @Override
        public void close() {
            records.holders.remove(key, TestAttempt.this);
            held.remove(key);
        }
    }
}
