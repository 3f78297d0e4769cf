package dev.holdfast.pg;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.holdfast.lease.Ticker;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How far one session has leased in each line, so that it need not walk again over what lies at the head: rows that are
 * leased, and entries of rows that are gone, which an old snapshot keeps from being cleaned.
 *
 * <p>What turns up behind those places (a transaction that committed late, a lease that was rolled back) is found by a
 * sweep: now and then each line is walked from its head. A sweep may take a fiftieth of the time, so it comes again
 * after fifty times what the last one took. Those that are so long that jobs wait for them noticeably, because an old
 * snapshot keeps what is to be walked over, may take a two-hundredth, so that fewer than one job in a hundred does. Either
 * comes after a minute at the latest. Thread-safe.
 */
final class Lines {
    private static final int REST = 50;
    private static final Duration NOTICED = Duration.ofMillis(20);
    private static final int LONGER_REST = 200;
    private static final Duration LONGEST_REST = Duration.ofMinutes(1);
    private static final Duration CHEAP = Duration.ofMillis(5);
    /** Jobs seldom turn up that were due so long before. */
    private static final Duration LATE = Duration.ofMinutes(1);

    private final Ticker ticker;

    @GuardedBy("this")
    private final Map<Line, Place> places = new HashMap<>();

    @GuardedBy("this")
    private final Set<Line> unswept = new HashSet<>();

    @GuardedBy("this")
    private Duration sweepAt = Duration.ZERO;

    @GuardedBy("this")
    private Duration lastSweep = Duration.ZERO;

    /** How many in a row were long; one may have been held up by something else. */
    @GuardedBy("this")
    private int noticed;

    /** Jobs of one queue and priority, by time. */
    record Line(String queue, int priority) {}

    /** Where a job stands in its line. */
    record Place(OffsetDateTime runAt, long id) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byTime = runAt.compareTo(other.runAt);
            return byTime != 0 ? byTime : Long.compare(id, other.id);
        }
    }

    /** One look at lines: in which order, each from which place on; empty from its head. */
    record Walk(List<Line> lines, List<Optional<Place>> from, Duration begunAt) {
        boolean isPartial() {
            return from.stream().anyMatch(Optional::isPresent);
        }
    }

    /**
     * What a walk met.
     *
     * @param asOf up to which time jobs were due
     * @param last the last job leased of each line
     * @param end the line where it stopped because it had leased enough; empty if it came to the end of each
     * @param all false if it passed over jobs that were due, so that it was no sweep
     */
    record Met(OffsetDateTime asOf, Map<Line, Place> last, Optional<Line> end, boolean all) {}

    Lines(Ticker ticker) {
        this.ticker = ticker;
        this.sweepAt = ticker.now();
    }

    synchronized Walk walk(List<Line> lines) {
        Duration now = ticker.now();
        if (now.compareTo(sweepAt) >= 0) {
            unswept.addAll(lines);
            sweepAt = now.plus(rest());
        }
        List<Optional<Place>> from = new ArrayList<>();
        for (Line line : lines) {
            if (!places.containsKey(line)) {
                unswept.add(line);
            }
            from.add(unswept.contains(line) ? Optional.empty() : Optional.of(places.get(line)));
        }
        return new Walk(lines, from, now);
    }

    /** All lines from their heads, although it is not time yet. */
    synchronized Walk sweep(List<Line> lines) {
        unswept.addAll(lines);
        return walk(lines);
    }

    /** True if a sweep costs so little that somebody who found nothing does one. */
    synchronized boolean areCheap() {
        return lastSweep.compareTo(CHEAP) < 0;
    }

    synchronized void walked(Walk walk, Met met) {
        boolean swept = false;
        for (int i = 0; i < walk.lines().size(); i++) {
            Line line = walk.lines().get(i);
            swept |= met.all() && walk.from().get(i).isEmpty() && unswept.remove(line);
            Place last = met.last().get(line);
            if (met.end().filter(line::equals).isPresent()) {
                places.put(line, last);
                break;
            }
            Place floor = new Place(met.asOf().minus(LATE), 0);
            places.merge(line, last == null ? floor : later(last, floor), Lines::later);
        }
        if (swept) {
            Duration now = ticker.now();
            lastSweep = now.minus(walk.begunAt());
            // One that leased all it may was long for that.
            noticed = met.end().isEmpty() && lastSweep.compareTo(NOTICED) > 0 ? noticed + 1 : 0;
            sweepAt = now.plus(rest());
        }
    }

    @GuardedBy("this")
    private Duration rest() {
        Duration rest = lastSweep.multipliedBy(noticed > 1 ? LONGER_REST : REST);
        return rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST;
    }

    private static Place later(Place one, Place other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
