package dev.holdfast.event;

import dev.holdfast.job.CancelReason;
import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Release;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Everything a worker tells. Fields are ids, numbers and short texts; never payloads or secrets. */
public sealed interface WorkerEvent {
    /** The worker opened a session and may lease. */
    record SessionOpened(SessionId session) implements WorkerEvent {}

    /** The session was ended by a peer; everything leased under it is cancelled. */
    record SessionLost(SessionId session) implements WorkerEvent {}

    /** A peer's session was ended. */
    record SessionReaped(SessionId session, int returned, int poisoned, int locksFreed) implements WorkerEvent {}

    /** No session was opened, because one of two is to be alone; tried again for a while. */
    record SessionRefused(String why) implements WorkerEvent {}

    /** A heartbeat had no answer. */
    record HeartbeatFailed(SessionId session, String cause) implements WorkerEvent {}

    /** Heartbeats are answered again after a failure. */
    record HeartbeatRecovered(SessionId session, Duration silence) implements WorkerEvent {}

    /** The store has not answered for so long that the session is no longer believed. */
    record TrustEnded(SessionId session, int attemptsHoldingLocks, int attemptsWithout) implements WorkerEvent {}

    /** Jobs were leased. */
    record JobsLeased(LeaseToken lease, int count) implements WorkerEvent {}

    /** A handler is about to run. */
    record AttemptStarted(JobId job, String kind, LeaseToken lease, int number) implements WorkerEvent {}

    /** A handler has ended; {@code ending} names what will be written. */
    record AttemptEnded(JobId job, String kind, LeaseToken lease, String ending, String note, Duration took)
            implements WorkerEvent {}

    /** An attempt was told to stop. */
    record AttemptCancelled(JobId job, String kind, CancelReason reason) implements WorkerEvent {}

    /** An attempt was told to stop and still runs; its slot stays taken. */
    record AttemptStuck(JobId job, String kind, Duration since, String stack) implements WorkerEvent {}

    /** The job waits in the lines of these locks, without a thread. */
    record JobParked(JobId job, LeaseToken lease, List<LockKey> locks, Duration longest, String why)
            implements WorkerEvent {
        public JobParked {
            locks = List.copyOf(locks);
        }
    }

    /** A parked job runs again: its turn has come, or it has waited for as long as it was to. */
    record JobWoken(JobId job, LeaseToken lease, long ticket, boolean waitIsOver) implements WorkerEvent {}

    /** A settlement was accepted. */
    record JobSettled(JobId job, LeaseToken lease) implements WorkerEvent {}

    /** A settlement was refused: the lease was lost. Never retried. */
    record SettlementRefused(JobId job, LeaseToken lease, String why) implements WorkerEvent {}

    /** Settlements could not be written and are kept. */
    record SettlingDelayed(int waiting, String cause) implements WorkerEvent {}

    /** A lock was granted. */
    record LockGranted(LockKey key, JobId job, FencingToken fence, Claimant by) implements WorkerEvent {}

    /** A lock was refused because somebody holds it. */
    record LockContended(LockKey key, JobId job, LockHolder holder, Claimant by) implements WorkerEvent {}

    /** The store did not answer a claim, and the policy decided. */
    record LockUnknown(LockKey key, JobId job, String cause, boolean proceeds, Claimant by) implements WorkerEvent {}

    /** A lock's work runs without the lock. */
    record LockUnguarded(LockKey key, JobId job, String reason, Claimant by) implements WorkerEvent {}

    /** The store did not answer a lock's renewal; told once until one is answered again. */
    record LockRenewalFailed(LockKey key, JobId job, Optional<FencingToken> fence, String cause, Claimant by)
            implements WorkerEvent {}

    /** A lock was let go. Under {@link Release#UNKNOWN} the settlement or the ttl frees it. */
    record LockReleased(
            LockKey key,
            JobId job,
            Optional<FencingToken> fence,
            Release result,
            String why,
            Claimant by,
            LockTimes times)
            implements WorkerEvent {}

    /** A lock is lost to its holder, which is cancelled. */
    record LockLost(LockKey key, JobId job, Optional<FencingToken> fence, String why, Claimant by, LockTimes times)
            implements WorkerEvent {}

    /** A lock was taken on purpose, from its holder if there was one. */
    record LockStolen(LockKey key, JobId job, FencingToken fence, String reason, Claimant by) implements WorkerEvent {}

    /** An effect or a write of an owner that is late was refused by a record that knows fences. */
    record StaleOwnerRefused(LockKey key, JobId job, Optional<FencingToken> fence, String what, String why, Claimant by)
            implements WorkerEvent {}

    /** The boot probe of the lock store had no answer; nothing is leased until it has. */
    record LockStoreSilent(String store, String cause) implements WorkerEvent {}

    /** A lock of the store may vanish while it is held. */
    record LockStoreUnsafe(String store, String why) implements WorkerEvent {}

    /** The danger to the store's locks is over. */
    record LockStoreSafe(String store) implements WorkerEvent {}

    /** A lock was freed that nobody holds any more: its session has ended, or, where no other is, it had none. */
    record LeftoverReleased(LockKey key, Optional<SessionId> session) implements WorkerEvent {}

    /** An effect was applied, or found to have been. */
    record EffectRecorded(LockKey key, JobId job, String name, boolean reconciled) implements WorkerEvent {}

    /** The store holds something for this session that the worker does not know; it was given back. */
    record LeaseReturned(JobId job, LeaseToken lease) implements WorkerEvent {}

    /** A periodic service threw; its next round runs all the same. Told again only when it goes on for long. */
    record RoundFailed(String service, Throwable cause) implements WorkerEvent {}

    /** A round of the service ended well again, after so many that threw. */
    record RoundRecovered(String service, int failures, Duration lasted) implements WorkerEvent {}

    /** The shutdown reached a step. */
    record ShutdownStep(String step, int running, Duration untilKill) implements WorkerEvent {}

    /** The worker has stopped, or is about to halt. */
    record ShutdownDone(Duration took, int finished, int returned, List<JobId> forced) implements WorkerEvent {
        public ShutdownDone {
            forced = List.copyOf(forced);
        }
    }

    /** The process is about to halt because an owner could not be stopped in time. */
    record SelfFenced(String why) implements WorkerEvent {}
}
