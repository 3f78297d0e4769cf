package dev.holdfast.pg;

import dev.holdfast.event.Claimant;
import dev.holdfast.event.LockTimes;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockKey;
import java.time.Duration;
import java.util.Optional;

/**
 * One row of the ledger before it is written.
 *
 * @param what which kind of row
 * @param subject which lock and whose; what does not apply is null
 * @param times moments on the worker's monotonic clock
 * @param detail for people
 * @param rate one in so many holds is kept
 * @param events rows that were dropped, of a row that says so
 */
record LedgerRow(What what, Subject subject, Times times, String detail, int rate, Long events) {
    /** Kinds of rows, by the names the schema knows. */
    enum What {
        GRANTED,
        RELEASED,
        /** Let go, and the store did not confirm that it was this hold's until then. */
        UNCONFIRMED,
        LOST,
        TAKEN,
        CONTENDED,
        UNKNOWN,
        UNGUARDED,
        RENEWAL_FAILED,
        REFUSED,
        DROPPED,
        COMPLETE;

        boolean endsHold() {
            return this == RELEASED || this == UNCONFIRMED || this == LOST;
        }
    }

    /** Which lock and whose. */
    record Subject(LockKey key, SessionId session, Claimant by, Long fence) {
        static Subject of(LockKey key, Claimant by, Long fence) {
            return new Subject(key, by.owner().lease().session(), by, fence);
        }

        static Subject of(SessionId session) {
            return new Subject(null, session, null, null);
        }
    }

    /** When it happened; for the end of a hold also when that began and was believed for the last time, else null. */
    record Times(Duration at, Duration began, Duration believed) {
        static Times at(Duration now) {
            return new Times(now, null, null);
        }

        static Times of(LockTimes ago, Duration now) {
            return new Times(
                    now.minus(ago.sinceLetGo()), now.minus(ago.sinceGranted()), now.minus(ago.sinceBelieved()));
        }
    }

    static LedgerRow of(What what, Subject subject, Times times, String detail) {
        return new LedgerRow(what, subject, times, detail, 1, null);
    }

    static LedgerRow dropped(SessionId session, long events, Duration first, Duration last) {
        String detail = events + " events could not be kept";
        return new LedgerRow(What.DROPPED, Subject.of(session), new Times(last, first, null), detail, 1, events);
    }

    LedgerRow withRate(int rate) {
        return new LedgerRow(what, subject, times, detail, rate, events);
    }

    /** The token of the hold it belongs to. */
    Optional<Object> hold() {
        return Optional.ofNullable(subject.by()).map(by -> by.owner().token());
    }
}
