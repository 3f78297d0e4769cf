package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.Attempt;
import dev.holdfast.job.AttemptCancelledException;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.Effect;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.Parking;
import dev.holdfast.lock.Release;
import dev.holdfast.queue.LeasedJob;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One attempt while it runs: its lease, its deadline, its cancel signal, and a view of its claims. Whatever it holds
 * when its handler exits is let go by {@link #closeLocks}, newest first.
 */
final class AttemptScope implements Attempt {
    private final Context context;
    private final Tenure tenure;
    private final LeasedJob job;
    private final CancelSignal signal;
    private final LockTaker taker;
    private final AtomicReference<String> progress = new AtomicReference<>();
    private final Duration startedAt;
    private final Duration timeout;
    private volatile Duration callDeadline;
    private volatile List<LockKey> declared = List.of();
    private volatile Optional<ScopedLock> refused = Optional.empty();
    private volatile boolean exited;

    AttemptScope(Context context, Tenure tenure, LeasedJob job, Duration timeout) {
        this.context = context;
        this.tenure = tenure;
        this.job = job;
        this.signal = new CancelSignal(String.valueOf(job.id().value()));
        this.taker = new LockTaker(context, this);
        this.startedAt = context.ticker().now();
        this.timeout = timeout;
    }

    LeaseRef ref() {
        return LeaseRef.of(job);
    }

    LeasedJob leased() {
        return job;
    }

    Tenure tenure() {
        return tenure;
    }

    Duration now() {
        return context.ticker().now();
    }

    Duration startedAt() {
        return startedAt;
    }

    Duration timeout() {
        return timeout;
    }

    CancelSignal signal() {
        return signal;
    }

    /** The calling thread runs the handler from now on. */
    void enter() {
        signal.enter();
    }

    /** The handler has exited. */
    void exit() {
        signal.leave();
        exited = true;
    }

    boolean hasExited() {
        return exited;
    }

    /** False once the session has ended or the gate has closed: then no lock of this attempt counts as held. */
    boolean isBelieved() {
        return !tenure.hasEnded() && !context.lifecycle().state().isFenced() && !exited;
    }

    boolean holdsLocks() {
        return context.locks().of(ref()).stream().anyMatch(ScopedLock::wasGranted);
    }

    /** Tells the attempt to stop; the first reason stands. */
    void cancel(CancelReason reason) {
        if (!exited && signal.cancel(reason, now())) {
            context.events().emit(new WorkerEvent.AttemptCancelled(job.id(), job.kind(), reason));
        }
    }

    /** True if the attempt, or the call it makes just now, has used up its time. */
    boolean isOverdue(Duration now) {
        Duration call = callDeadline;
        return now.compareTo(startedAt.plus(timeout)) >= 0 || (call != null && now.compareTo(call) >= 0);
    }

    /** Bounds a call: the watchdog cancels the attempt at this moment. Null takes the bound away. */
    void boundCall(Duration deadline) {
        callDeadline = deadline;
    }

    /** What its kind declares, all of which it must have before its handler runs. */
    void declares(List<LockKey> keys) {
        declared = List.copyOf(keys);
    }

    /** Somebody else has this lock. */
    void wasRefused(ScopedLock lock) {
        refused = Optional.of(lock);
    }

    /** True if the job has waited in line for as long as it was to for such a lock. */
    boolean hasWaitedFor(Parking parking) {
        return parking.longest().isZero()
                || job.place().filter(LeasedJob.Place::waitIsOver).isPresent();
    }

    /** All it needs, as far as it is known. */
    Wishes wishes() {
        List<ScopedLock> held = context.locks().of(ref()).stream()
                .filter(ScopedLock::wasGranted)
                .toList();
        Set<LockKey> keys = new HashSet<>(declared);
        held.forEach(lock -> keys.add(lock.asked()));
        Parking parking = refused.or(
                        () -> held.stream().filter(ScopedLock::wasLost).findFirst())
                .map(lock -> lock.policy().parking())
                .orElse(Parking.DEFAULT);
        return new Wishes(keys, parking, !context.stores().locks().endsWithLease());
    }

    /** Waits, but not beyond a cancellation. */
    void pause(Duration longest) throws InterruptedException {
        signal.pause(longest);
        ensureActive();
    }

    /** What the handler has told and nobody was shown yet. */
    Optional<String> news() {
        return Optional.ofNullable(progress.get());
    }

    void wasShown(String text) {
        progress.compareAndSet(text, null);
    }

    /** Lets one lock go before the attempt ends. */
    void release(ScopedLock lock) {
        if (lock.end()) {
            releaseByToken(lock, "released early");
        }
    }

    /** The same for a claim that may have been let go before, without an answer. */
    void releaseAgain(ScopedLock lock) {
        lock.end();
        releaseByToken(lock, "released again, because an answer was lost");
    }

    /**
     * Lets go of whatever the handler left, newest first. Where locks end with their lease the settlement frees them;
     * elsewhere they are released here, and before the settlement, so that no settled job holds a lock. A stolen one is
     * released here too: its stealer need not wait for a settlement.
     */
    void closeLocks() {
        for (ScopedLock lock : context.locks().of(ref())) {
            if (lock.end() && (lock.wasLost() || !context.stores().locks().endsWithLease())) {
                releaseByToken(lock, "released when its attempt ended");
            }
        }
    }

    private void releaseByToken(ScopedLock lock, String why) {
        Release result = lock.release();
        if (lock.isGone(result, now())) {
            context.locks().unregister(lock);
        } else if (result == Release.UNKNOWN) {
            taker.doubt(lock, now());
        }
        if (result == Release.RELEASED && !context.stores().locks().endsWithLease()) {
            context.locks().freed().add(lock.key());
        }
        new LockEvents(context).released(lock, result, why);
    }

    @Override
    public JobId job() {
        return job.id();
    }

    @Override
    public String kind() {
        return job.kind();
    }

    @Override
    public int number() {
        return job.limits().tally().attempts();
    }

    @Override
    public HeldLock lock(LockKey key, LockPolicy policy) throws InterruptedException {
        return taker.lock(key, policy);
    }

    @Override
    public Acquisition tryLock(LockKey key) {
        return taker.tryLock(key);
    }

    @Override
    public HeldLock steal(LockKey key, String reason) throws InterruptedException {
        return taker.steal(key, reason);
    }

    @Override
    public Optional<HeldLock> held(LockKey key) {
        return taker.find(key).map(lock -> lock);
    }

    @Override
    public List<HeldLock> locks() {
        return taker.granted().map(lock -> (HeldLock) lock).toList();
    }

    @Override
    public Duration remaining() {
        Duration end = startedAt.plus(timeout);
        Duration cancelAt = context.lifecycle().cancelAt().orElse(end);
        Duration left = (cancelAt.compareTo(end) < 0 ? cancelAt : end).minus(now());
        return left.isNegative() ? Duration.ZERO : left;
    }

    @Override
    public Optional<CancelReason> cancelled() {
        Optional<CancelReason> reason = signal.reason();
        return reason.isEmpty() && context.lifecycle().state().isFenced() ? Optional.of(CancelReason.SHUTDOWN) : reason;
    }

    @Override
    public void onCancel(Runnable action) {
        signal.onCancel(action);
    }

    @Override
    public void progress(String text) {
        progress.set(ErrorText.clean(text));
    }

    @Override
    public String effect(HeldLock lock, Effect effect) throws Exception {
        return new EffectRunner(context, this).run(owned(lock), effect);
    }

    @Override
    public Optional<String> recorded(LockKey key, String effectName) {
        return context.stores().effects().result(key, effectName);
    }

    /** A record that knows fences knows better than the lock: the loss is told and the attempt stops. */
    void refused(ScopedLock lock, String what, String why) {
        new LockEvents(context).staleRefused(lock, what, why);
        new LockLoss(context).lost(lock, why);
        cancel(CancelReason.LOCK_LOST);
    }

    private ScopedLock owned(HeldLock lock) {
        if (lock instanceof ScopedLock mine && mine.scope() == this) {
            return mine;
        }
        throw new IllegalArgumentException("lock " + lock.key() + " was not taken by this attempt");
    }

    /** @throws AttemptCancelledException if the attempt may take no lock and start no effect any more */
    void ensureMayAct() {
        ensureActive();
        if (exited) {
            throw new IllegalStateException("the attempt of " + job.id() + " has ended; its locks went with it");
        }
    }
}
