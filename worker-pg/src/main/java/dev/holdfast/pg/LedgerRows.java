package dev.holdfast.pg;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.Release;
import dev.holdfast.pg.LedgerRow.Subject;
import dev.holdfast.pg.LedgerRow.Times;
import dev.holdfast.pg.LedgerRow.What;
import java.time.Duration;
import java.util.Optional;

/** What the ledger keeps of a worker's events. */
final class LedgerRows {
    private LedgerRows() {}

    /** The row of an event; empty for events that are not about locks. */
    static Optional<LedgerRow> of(WorkerEvent event, Duration now) {
        Optional<LedgerRow> ofHold = beginning(event, now);
        return ofHold.or(() -> ending(event, now)).or(() -> aside(event, now));
    }

    private static Optional<LedgerRow> beginning(WorkerEvent event, Duration now) {
        if (event instanceof WorkerEvent.LockGranted e) {
            return row(What.GRANTED, Subject.of(e.key(), e.by(), e.fence().value()), now, "");
        }
        if (event instanceof WorkerEvent.LockUnguarded e) {
            return row(What.UNGUARDED, Subject.of(e.key(), e.by(), null), now, e.reason());
        }
        if (event instanceof WorkerEvent.LockStolen e) {
            return row(What.TAKEN, Subject.of(e.key(), e.by(), e.fence().value()), now, e.reason());
        }
        return Optional.empty();
    }

    private static Optional<LedgerRow> ending(WorkerEvent event, Duration now) {
        if (event instanceof WorkerEvent.LockReleased e
                && !e.times().sinceGranted().isZero()) {
            Subject subject = Subject.of(e.key(), e.by(), fence(e.fence()));
            What what = e.result() == Release.RELEASED ? What.RELEASED : What.UNCONFIRMED;
            return Optional.of(LedgerRow.of(what, subject, Times.of(e.times(), now), e.why() + answer(e.result())));
        }
        if (event instanceof WorkerEvent.LockLost e) {
            Subject subject = Subject.of(e.key(), e.by(), fence(e.fence()));
            return Optional.of(LedgerRow.of(What.LOST, subject, Times.of(e.times(), now), "lost: " + e.why()));
        }
        return Optional.empty();
    }

    private static String answer(Release result) {
        return switch (result) {
            case RELEASED -> "";
            case NOT_MINE -> "; it was no longer its own";
            case UNKNOWN -> "; no answer to the release";
        };
    }

    private static Optional<LedgerRow> aside(WorkerEvent event, Duration now) {
        if (event instanceof WorkerEvent.LockContended e) {
            return row(What.CONTENDED, Subject.of(e.key(), e.by(), null), now, "held by " + e.holder());
        }
        if (event instanceof WorkerEvent.LockUnknown e) {
            return row(What.UNKNOWN, Subject.of(e.key(), e.by(), null), now, e.cause());
        }
        if (event instanceof WorkerEvent.LockRenewalFailed e) {
            return row(What.RENEWAL_FAILED, Subject.of(e.key(), e.by(), fence(e.fence())), now, e.cause());
        }
        if (event instanceof WorkerEvent.HeartbeatFailed e) {
            return row(What.RENEWAL_FAILED, Subject.of(e.session()), now, e.cause());
        }
        if (event instanceof WorkerEvent.StaleOwnerRefused e) {
            String detail = e.what() + " refused: " + e.why();
            return row(What.REFUSED, Subject.of(e.key(), e.by(), fence(e.fence())), now, detail);
        }
        return Optional.empty();
    }

    private static Optional<LedgerRow> row(What what, Subject subject, Duration now, String detail) {
        return Optional.of(LedgerRow.of(what, subject, Times.at(now), detail));
    }

    private static Long fence(Optional<FencingToken> fence) {
        return fence.map(FencingToken::value).orElse(null);
    }
}
