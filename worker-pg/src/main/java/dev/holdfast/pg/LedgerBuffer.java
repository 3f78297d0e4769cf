package dev.holdfast.pg;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.pg.LedgerRow.What;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rows that wait to be written, bounded. Beginning and end of one hold are kept together or left out together. What
 * does not fit is counted, and the count is a row itself, so that a gap is never taken for something that happened.
 * Thread-safe; does no I/O.
 */
final class LedgerBuffer {
    static final int CAPACITY = 10_000;
    /** More holds than one worker has at once. */
    private static final int MOST_LEFT_OUT = 100_000;

    /** Rows of one session that were dropped. */
    private record Dropped(long events, Duration first, Duration last) {
        Dropped and(long more, Duration at) {
            return new Dropped(events + more, first, at);
        }
    }

    private final Ticker ticker;

    @GuardedBy("this")
    private final Deque<LedgerRow> waiting = new ArrayDeque<>();

    @GuardedBy("this")
    private final Map<SessionId, Dropped> dropped = new LinkedHashMap<>();

    @GuardedBy("this")
    private final Set<Object> leftOut = new HashSet<>();

    @GuardedBy("this")
    private final Sampling sampling = new Sampling();

    @GuardedBy("this")
    private long added;

    @GuardedBy("this")
    private long done;

    /** @param ticker by which whoever waits for it waits */
    LedgerBuffer(Ticker ticker) {
        this.ticker = ticker;
    }

    synchronized void add(LedgerRow row) {
        if (row.what() == What.GRANTED) {
            begin(row, row.hold().orElseThrow());
        } else if (!endsLeftOut(row)) {
            put(row);
        }
    }

    @GuardedBy("this")
    private void begin(LedgerRow row, Object hold) {
        int rate = sampling.rate(row.times().at());
        if (Sampling.keeps(hold, rate) || leftOut.size() >= MOST_LEFT_OUT) {
            sampling.kept();
            put(row.withRate(rate));
        } else {
            leftOut.add(hold);
        }
    }

    /** The end of a hold that was left out is left out too, but for a loss: that carries its hold's beginning. */
    @GuardedBy("this")
    private boolean endsLeftOut(LedgerRow row) {
        boolean wasLeftOut = row.what().endsHold() && leftOut.remove(row.hold().orElse(null));
        return wasLeftOut && row.what() == What.RELEASED;
    }

    @GuardedBy("this")
    private void put(LedgerRow row) {
        if (waiting.size() >= CAPACITY) {
            drop(row);
        } else {
            waiting.addLast(row);
            added++;
        }
    }

    @GuardedBy("this")
    private void drop(LedgerRow row) {
        SessionId session = row.subject().session();
        Duration at = row.times().at();
        long events = row.events() == null ? 1 : row.events();
        dropped.merge(session, new Dropped(events, at, at), (before, now) -> before.and(events, at));
        if (row.what() == What.GRANTED && leftOut.size() < MOST_LEFT_OUT) {
            row.hold().ifPresent(leftOut::add);
        }
    }

    /** Takes the oldest rows, and what is to be said about dropped ones. */
    synchronized List<LedgerRow> take(int most) {
        List<LedgerRow> batch = new ArrayList<>();
        while (batch.size() < most && !waiting.isEmpty()) {
            batch.add(waiting.removeFirst());
        }
        dropped.forEach((session, gap) -> {
            batch.add(LedgerRow.dropped(session, gap.events(), gap.first(), gap.last()));
            added++;
        });
        dropped.clear();
        return batch;
    }

    /** They could not be written and go back to the head. */
    synchronized void putBack(List<LedgerRow> batch) {
        for (int i = batch.size() - 1; i >= 0; i--) {
            waiting.addFirst(batch.get(i));
        }
    }

    /** They can never be written. */
    synchronized void lost(List<LedgerRow> batch) {
        batch.forEach(this::drop);
        done(batch.size());
    }

    /** They were written. */
    synchronized void done(int rows) {
        done += rows;
        notifyAll();
    }

    /** Waits until everything added before this call is done. False if it was not in time. */
    synchronized boolean await(Duration longest) throws InterruptedException {
        long target = added;
        Duration deadline = ticker.now().plus(longest);
        while (done < target) {
            long left = deadline.minus(ticker.now()).toMillis();
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }
}
