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
 * after fifty times what the last one took, after a minute at the latest. Where sweeps are so long that jobs wait for them
 * noticeably, or do not even come to an end, they are done in pieces ({@link LongSweep}). Thread-safe.
 */
final class Lines {
    private static final int REST = 50;
    private static final Duration LONGEST_REST = Duration.ofMinutes(1);
    private static final Duration CHEAP = Duration.ofMillis(5);
    /** One that leases all it may takes some time for that. */
    private static final int LONGER_WHEN_FULL = 10;

    /** Jobs seldom turn up that were due so long before. */
    private static final Duration LATE = Duration.ofMinutes(1);

    private static final Duration FAR_BETWEEN = Duration.ofMinutes(5);

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
    private int longOnes;

    /** How many walks did not come to an end shortly after each other, without one between that reached all lines. */
    @GuardedBy("this")
    private int failures;

    @GuardedBy("this")
    private Duration failedAt = Duration.ZERO;

    /** True where sweeps are so long that they are done in pieces. */
    @GuardedBy("this")
    private boolean inPieces;

    /** For each set of lines that is asked for; a worker asks for all of its own. */
    @GuardedBy("this")
    private final Map<Set<Line>, LongSweep> pieces = new HashMap<>();

    /** When a job was last leased of a line. */
    @GuardedBy("this")
    private final Map<Line, Duration> leasedAt = new HashMap<>();

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

    /**
     * One look at lines.
     *
     * @param asked all lines that were asked for, in the order in which they are served
     * @param lines those of them that are walked, in the same order
     * @param from each from which place on; empty from its head
     * @param until up to which time; empty for all that is due
     */
    record Walk(
            List<Line> asked,
            List<Line> lines,
            List<Optional<Place>> from,
            Optional<OffsetDateTime> until,
            Duration begunAt) {
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
        if (!inPieces && now.compareTo(sweepAt) >= 0) {
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
        return new Walk(lines, lines, from, Optional.empty(), now);
    }

    /** What of a long sweep it is time to walk; nothing where sweeps are short. */
    synchronized Optional<Walk> piece(List<Line> lines) {
        return inPieces ? pieces(lines).piece(lines, places, ticker.now()) : Optional.empty();
    }

    @GuardedBy("this")
    private LongSweep pieces(List<Line> lines) {
        Set<Line> key = Set.copyOf(lines);
        LongSweep known = pieces.get(key);
        if (known == null) {
            known = new LongSweep(ticker.now(), lastSweep);
            pieces.put(key, known);
        }
        return known;
    }

    /**
     * A piece was walked.
     *
     * @param jobs how many there were
     * @param full true if there may be more
     */
    synchronized void pieceWalked(Walk piece, int jobs, boolean full) {
        if (inPieces) {
            Optional<Duration> round = pieces(piece.asked()).walked(piece, jobs, full, ticker.now());
            if (round.isPresent() && round.get().compareTo(LongSweep.LONG) < 0) {
                sweepAtOnce(round.get());
            }
        }
    }

    @GuardedBy("this")
    private void sweepAtOnce(Duration took) {
        inPieces = false;
        pieces.clear();
        longOnes = 0;
        lastSweep = took;
        sweepAt = ticker.now().plus(rest());
    }

    /** A piece was not walked: it did not come to an end in the time that a statement may take. */
    synchronized void pieceFailed(Walk piece) {
        if (inPieces) {
            pieces(piece.asked()).failed(piece, ticker.now());
        }
    }

    /**
     * A walk did not come to an end in the time that a statement may take. The next one goes on from the places. If that
     * fails, too, lines without a place, or of which nothing was leased lately, are walked from what is due lately. The rest
     * is done in pieces.
     *
     * @param time by the store's clock
     */
    synchronized void failed(Walk walk, OffsetDateTime time) {
        Duration now = ticker.now();
        failures = now.minus(failedAt).compareTo(FAR_BETWEEN) < 0 ? failures + 1 : 1;
        failedAt = now;
        for (Line line : walk.lines()) {
            if (failures > 1 && !isServed(line, now)) {
                places.merge(line, new Place(time.minus(LATE), 0), Lines::later);
            }
        }
        sweepInPieces(now.minus(walk.begunAt()));
    }

    /** Leases have led it to its place just now, so not much can have come to lie beyond that. */
    @GuardedBy("this")
    private boolean isServed(Line line, Duration now) {
        return places.containsKey(line)
                && leasedAt.containsKey(line)
                && now.minus(leasedAt.get(line)).compareTo(LATE) < 0;
    }

    @GuardedBy("this")
    private void sweepInPieces(Duration took) {
        inPieces = true;
        lastSweep = took;
        unswept.removeAll(places.keySet());
    }

    /** All lines from their heads, although it is not time yet. */
    synchronized Walk sweep(List<Line> lines) {
        unswept.addAll(lines);
        return walk(lines);
    }

    /** True if a sweep costs so little that somebody who found nothing does one. */
    synchronized boolean areCheap() {
        return !inPieces && lastSweep.compareTo(CHEAP) < 0;
    }

    synchronized void walked(Walk walk, Met met) {
        boolean swept = false;
        failures = met.end().isEmpty() ? 0 : failures;
        Duration now = ticker.now();
        for (Line line : met.last().keySet()) {
            leasedAt.put(line, now);
        }
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
            lastSweep = now.minus(walk.begunAt());
            longOnes = isLong(lastSweep, met.end().isPresent()) ? longOnes + 1 : 0;
            sweepAt = now.plus(rest());
            if (longOnes > 1) {
                sweepInPieces(lastSweep);
            }
        }
    }

    private static boolean isLong(Duration sweep, boolean full) {
        Duration bound = full ? LongSweep.LONG.multipliedBy(LONGER_WHEN_FULL) : LongSweep.LONG;
        return sweep.compareTo(bound) > 0;
    }

    @GuardedBy("this")
    private Duration rest() {
        Duration rest = lastSweep.multipliedBy(REST);
        return rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST;
    }

    private static Place later(Place one, Place other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
