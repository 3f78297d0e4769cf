package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.AttemptCancelledException;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.Effect;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockLostException;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Steal;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.EffectLog;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Effects on systems that know no fences, in the name of one attempt that runs on the test's own thread.
 *
 * <p>This file is long because all of it plays on one attempt and one lock.
 */
class EffectTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");
    private static final LockKey OTHER = new LockKey("pr-actuation", "owner/repo#2");

    private final Bench bench =
            new Bench(new Handlers().handle("work", Map.class, (payload, attempt) -> Outcome.complete()));
    /** What the outside world saw, in order. */
    private final List<String> calls = new ArrayList<>();

    private AttemptScope attempt;

    @BeforeEach
    void anAttemptRuns() {
        bench.open();
        attempt = startAttempt();
    }

    private AttemptScope startAttempt() {
        bench.enqueue(NewJob.of("work", Map.of()));
        Tracked leased = bench.lease(1).get(0);
        AttemptScope scope = new AttemptScope(bench.context, bench.tenure(), leased.job(), Duration.ofHours(1));
        bench.attempts.start(leased, scope);
        return scope;
    }

    /** The attempt dies here: what it began is left as it is. */
    private void abandon() {
        bench.store.lockInspector().steal(KEY, new Steal("its attempt is gone", Steal.Mode.NOW));
        attempt = startAttempt();
    }

    private record Call(String name, Duration timeout, Callable<Optional<String>> look, Callable<String> act)
            implements Effect {
        @Override
        public String intent() {
            return "merge abc\0";
        }

        @Override
        public Optional<String> reconcile() throws Exception {
            return look.call();
        }

        @Override
        public String apply() throws Exception {
            return act.call();
        }
    }

    private Effect merge() {
        return merge(() -> "merged");
    }

    private Effect merge(Callable<String> act) {
        return merge(Duration.ofSeconds(5), Optional.empty(), act);
    }

    private Effect merge(Duration timeout, Optional<String> found, Callable<String> act) {
        return new Call(
                "merge",
                timeout,
                () -> {
                    calls.add("look");
                    return found;
                },
                () -> {
                    calls.add("act");
                    return act.call();
                });
    }

    @Test
    void theIntentIsRecordedBeforeTheCallAndTheResultAfterIt() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        Effect effect = merge(() -> {
            assertThat(bench.wire.asked("begin")).isEqualTo(1);
            assertThat(bench.wire.asked("finish")).isZero();
            assertThat(attempt.recorded(KEY, "merge")).isEmpty();
            return "merged";
        });
        assertThat(attempt.effect(lock, effect)).isEqualTo("merged");
        assertThat(attempt.recorded(KEY, "merge")).contains("merged");
        assertThat(calls).containsExactly("act");
        assertThat(bench.all(WorkerEvent.EffectRecorded.class))
                .singleElement()
                .satisfies(told -> assertThat(told.reconciled()).isFalse());
    }

    @Test
    void aRecordedEffectIsNeverMadeAgain() throws Exception {
        attempt.effect(attempt.lock(KEY), merge());
        abandon();
        assertThat(attempt.effect(attempt.lock(KEY), merge(() -> "merged twice")))
                .isEqualTo("merged");
        assertThat(calls).containsExactly("act");
    }

    @Test
    void aRerunThatFindsAnIntentWithoutAResultLooksBeforeItActs() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        bench.wire.before("finish", Wire.once(Wire.losing("finish")));
        assertThatThrownBy(() -> attempt.effect(lock, merge())).isInstanceOf(StoreUnavailableException.class);
        abandon();
        Effect rerun = merge(Duration.ofSeconds(5), Optional.of("found merged"), () -> "merged twice");
        assertThat(attempt.effect(attempt.lock(KEY), rerun)).isEqualTo("found merged");
        assertThat(calls).containsExactly("act", "look");
        assertThat(attempt.recorded(KEY, "merge")).contains("found merged");
        assertThat(bench.all(WorkerEvent.EffectRecorded.class))
                .singleElement()
                .satisfies(told -> assertThat(told.reconciled()).isTrue());
    }

    @Test
    void aRerunThatFindsNothingDoneActs() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        Effect failing = merge(() -> {
            throw new java.io.IOException("connection reset");
        });
        assertThatThrownBy(() -> attempt.effect(lock, failing)).hasMessage("connection reset");
        abandon();
        assertThat(attempt.effect(attempt.lock(KEY), merge())).isEqualTo("merged");
        assertThat(calls).containsExactly("act", "look", "act");
    }

    @Test
    void aResultWhoseRecordingLostItsReplyIsFoundByTheRerun() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        bench.wire.after("finish", Wire.once(Wire.losing("finish")));
        assertThatThrownBy(() -> attempt.effect(lock, merge())).isInstanceOf(StoreUnavailableException.class);
        abandon();
        assertThat(attempt.effect(attempt.lock(KEY), merge())).isEqualTo("merged");
        assertThat(calls).containsExactly("act");
    }

    @Test
    void anEffectIsRefusedUnderALockThatIsSomebodyElsesByNowAndTheLossIsTold() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        bench.store.lockInspector().steal(KEY, new Steal("an operator", Steal.Mode.NOW));
        assertThatThrownBy(() -> attempt.effect(lock, merge())).isInstanceOf(LockLostException.class);
        assertThat(calls).isEmpty();
        assertThat(attempt.cancelled()).contains(CancelReason.LOCK_LOST);
        assertThat(lock.isHeld()).isFalse();
        assertThat(bench.all(WorkerEvent.LockLost.class)).hasSize(1);
    }

    @Test
    void anEffectOfAReapedAttemptIsRefused() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        bench.reap();
        assertThatThrownBy(() -> attempt.effect(lock, merge())).isInstanceOf(LockLostException.class);
        assertThat(calls).isEmpty();
    }

    @Test
    void aResultThatALaterOwnerHasOvertakenIsNotRecordedAndTheLossIsTold() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        Effect overtaken = merge(() -> {
            overtake();
            return "merged";
        });
        assertThatThrownBy(() -> attempt.effect(lock, overtaken)).isInstanceOf(LockLostException.class);
        assertThat(attempt.recorded(KEY, "merge")).isEmpty();
        assertThat(attempt.cancelled()).contains(CancelReason.LOCK_LOST);
        assertThat(bench.all(WorkerEvent.LockLost.class)).hasSize(1);
    }

    private void overtake() {
        AttemptScope later = startAttempt();
        Owner owner = Owner.of(later.leased().lease(), later.job());
        Acquisition.Granted grant =
                (Acquisition.Granted) bench.store.locks().claim(KEY, owner).steal(new Steal("a rerun", Steal.Mode.NOW));
        bench.store.effects().begin(owner, new EffectLog.Intent(KEY, "merge", Optional.of(grant.fence()), "again"));
    }

    @Test
    void aCallIsNotStartedUntilTheLockIsTrustedForItsWholeTimeout() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        bench.pass(Duration.ofSeconds(10));
        CompletableFuture<Duration> trustAtCall = new CompletableFuture<>();
        Effect slow = merge(Duration.ofSeconds(20), Optional.empty(), () -> {
            trustAtCall.complete(lock.remaining());
            return "merged";
        });
        Gate begun = new Gate();
        bench.wire.after("begin", begun);
        Thread thread = new Thread(() -> {
            try {
                attempt.effect(lock, slow);
            } catch (Exception e) {
                trustAtCall.completeExceptionally(e);
            }
        });
        thread.start();
        begun.awaitArrival();
        begun.open();
        // It looks again and again; the beat that opens the window comes now.
        bench.heartbeat().round(bench.now());
        assertThat(trustAtCall.get()).isEqualTo(Duration.ofSeconds(25));
        thread.join();
    }

    @Test
    void aCallWhoseLockIsNotTrustedInTimeIsNeverMade() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        bench.pass(Duration.ofSeconds(10));
        Thread clock = new Thread(() -> {
            while (attempt.recorded(KEY, "merge").isEmpty()
                    && !Thread.currentThread().isInterrupted()) {
                if (bench.wire.asked("begin") > 0) {
                    bench.pass(Duration.ofMillis(100));
                }
                Thread.onSpinWait();
            }
        });
        clock.start();
        assertThatThrownBy(() -> attempt.effect(lock, merge(Duration.ofSeconds(20), Optional.empty(), () -> "merged")))
                .isInstanceOf(LockLostException.class);
        clock.interrupt();
        clock.join();
        assertThat(calls).isEmpty();
    }

    @Test
    void aCallThatOutlivesItsTimeoutIsCancelledAndTheBoundEndsWithIt() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        Watchdog watchdog = bench.watchdog();
        attempt.effect(lock, merge(() -> {
            bench.pass(Duration.ofMillis(4999));
            watchdog.round(bench.now());
            return "merged";
        }));
        bench.pass(Duration.ofSeconds(3));
        watchdog.round(bench.now());
        assertThat(attempt.cancelled()).isEmpty();
        Effect second = new Call("label", Duration.ofSeconds(5), Optional::empty, () -> {
            bench.pass(Duration.ofSeconds(5));
            watchdog.round(bench.now());
            return "labelled";
        });
        attempt.effect(lock, second);
        assertThat(attempt.cancelled()).contains(CancelReason.TIMEOUT);
    }

    @Test
    void noEffectStartsOnceTheGateIsClosed() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        bench.context.lifecycle().advance(WorkerState.FENCING);
        assertThatThrownBy(() -> attempt.effect(lock, merge())).isInstanceOf(AttemptCancelledException.class);
        assertThat(lock.isHeld()).isFalse();
        assertThat(bench.wire.asked("begin")).isZero();
    }

    @Test
    void noEffectStartsUnderALockThatWasClosedOrIsAnothers() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        lock.close();
        assertThatThrownBy(() -> attempt.effect(lock, merge()))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("released");
        AttemptScope another = startAttempt();
        HeldLock theirs = another.lock(OTHER);
        assertThatThrownBy(() -> attempt.effect(theirs, merge())).isInstanceOf(IllegalArgumentException.class);
        assertThat(calls).isEmpty();
    }

    @Test
    void workThatProceedsUnguardedMayActAndIsRecordedWithoutAFence() throws Exception {
        bench.wire.before("claim", Wire.once(Wire.losing("claim")));
        HeldLock lock = attempt.lock(KEY, LockPolicy.PROCEED);
        assertThat(lock.fence()).isEmpty();
        assertThat(attempt.effect(lock, merge())).isEqualTo("merged");
        assertThat(bench.all(WorkerEvent.LockUnguarded.class)).hasSize(1);
    }
}
