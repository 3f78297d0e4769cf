package dev.holdfast.pg;

import dev.holdfast.pg.Lines.Line;
import dev.holdfast.pg.Lines.Place;
import dev.holdfast.pg.Lines.Walk;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sweep that takes too long to be done at once, because an old snapshot keeps what is to be walked over. What lies behind
 * the places is walked piece by piece, each a stretch of time, from the youngest, where most of what is late turns up, back
 * to the heads; then the next round begins. Pieces take a fiftieth of the time, or as much more as lets a round end in a
 * minute, but no more than a tenth, beside what it takes to lease the jobs that they find. For one thread at a time.
 */
final class LongSweep {
    /** What takes longer is too long for one piece. */
    static final Duration LONG = Duration.ofMillis(20);

    private static final Duration SHORT = Duration.ofMillis(5);
    /** So short that it tells what any piece takes. */
    private static final Duration FIRST_STRETCH = Duration.ofMillis(10);

    private static final Duration SHORTEST_STRETCH = Duration.ofMillis(1);
    /** Where so much was walked at once, little is left: the rest is one piece. */
    private static final Duration WHOLE_STRETCH = Duration.ofDays(1);

    private static final Duration ROUND = Duration.ofMinutes(1);
    /** A round that takes so long is brought to its end, however long its pieces become. */
    private static final Duration LONGEST_ROUND = Duration.ofMinutes(10);

    private static final int AFTER_FAILURE = 8;
    private static final int REST = 50;
    private static final int LEAST_REST = 9;
    private static final Duration LONGEST_REST = Duration.ofMinutes(1);
    /** Whoever has not asked for a while has pieces to make up for, but not more than of so long. */
    private static final Duration ARREARS = Duration.ofSeconds(1);

    private Duration nextAt;
    private Duration lastRound;
    private Duration begunAt = Duration.ZERO;
    private Duration spent = Duration.ZERO;
    private int pieces;
    /** What the shortest piece of this round took: what any takes, because the server is busy or far away. */
    private Duration least = LONGEST_ROUND;

    private Duration stretch = FIRST_STRETCH;
    /** Up to here is still to be walked in this round; null between two. */
    private OffsetDateTime edge;

    /** @param took what a whole sweep took just now */
    LongSweep(Duration now, Duration took) {
        lastRound = took;
        nextAt = now;
    }

    /**
     * The next piece, if it is time for it: of the lines that stand beyond its end, so that all it finds lies behind their
     * places, but for woken jobs.
     *
     * @param order of the lines in which they are served; those without a place have nothing behind it
     */
    Optional<Walk> piece(List<Line> order, Map<Line, Place> places, Duration now) {
        List<Line> lines = order.stream().filter(places::containsKey).toList();
        if (now.compareTo(nextAt) < 0 || lines.isEmpty()) {
            return Optional.empty();
        }
        List<OffsetDateTime> ends = lines.stream()
                .map(line -> justBefore(places.get(line)))
                .sorted()
                .toList();
        OffsetDateTime farthest = ends.get(ends.size() - 1);
        if (edge == null) {
            begunAt = now;
            edge = farthest;
        }
        edge = edge.isAfter(farthest) ? farthest : edge;
        List<Line> beyond = lines.stream()
                .filter(line -> !justBefore(places.get(line)).isBefore(edge))
                .toList();
        Optional<OffsetDateTime> nextLine =
                ends.stream().filter(end -> end.isBefore(edge)).reduce((one, later) -> later);
        Optional<Place> from = begin(nextLine).map(at -> new Place(at, 0));
        return Optional.of(
                new Walk(order, beyond, beyond.stream().map(line -> from).toList(), Optional.of(edge), now));
    }

    /** Jobs of one time may stand on either side of a place, so a piece ends before it. */
    private static OffsetDateTime justBefore(Place place) {
        return place.runAt().minus(1, ChronoUnit.MICROS);
    }

    /** A piece begins where it is long enough, or where one more line stands; empty for the head. */
    private Optional<OffsetDateTime> begin(Optional<OffsetDateTime> nextLine) {
        Optional<OffsetDateTime> wanted =
                stretch.compareTo(WHOLE_STRETCH) < 0 ? Optional.of(edge.minus(stretch)) : Optional.empty();
        return nextLine.filter(line -> wanted.filter(line::isBefore).isEmpty()).or(() -> wanted);
    }

    /**
     * A piece was walked. After one in which there were jobs the next may come at once: it was a lease like any other.
     *
     * @param jobs how many there were
     * @param full true if there may be more
     * @return what the whole round took, beyond what pieces take anyway, if it was the last piece of one
     */
    Optional<Duration> walked(Walk piece, int jobs, boolean full, Duration now) {
        if (full || !isCurrent(piece)) {
            return Optional.empty();
        }
        Duration took = count(piece, now);
        adapt(piece, took, now);
        if (jobs == 0 || took.compareTo(LONG) > 0) {
            nextAt = later(nextAt, now.minus(ARREARS)).plus(rest(took));
        }
        edge = piece.from().get(0).map(Place::runAt).orElse(null);
        return edge == null ? Optional.of(endRound()) : Optional.empty();
    }

    /** Somebody else may have walked the same piece meanwhile. */
    private boolean isCurrent(Walk piece) {
        return edge != null && piece.until().filter(edge::equals).isPresent();
    }

    private Duration count(Walk piece, Duration now) {
        Duration took = now.minus(piece.begunAt());
        spent = spent.plus(took);
        pieces++;
        least = took.compareTo(least) < 0 ? took : least;
        return took;
    }

    private Duration endRound() {
        Duration beyondLeast = spent.minus(least.multipliedBy(pieces));
        lastRound = spent;
        spent = Duration.ZERO;
        pieces = 0;
        least = LONGEST_ROUND;
        stretch = FIRST_STRETCH;
        return beyondLeast;
    }

    /** A piece could not be walked in the time that a statement may take. */
    void failed(Walk piece, Duration now) {
        if (isCurrent(piece)) {
            stretch = shorter(length(piece), AFTER_FAILURE);
            nextAt = now.plus(rest(count(piece, now)));
        }
    }

    /** A piece that ended early, where a line stands, does not say that a longer one would be short. */
    private void adapt(Walk piece, Duration took, Duration now) {
        Duration length = length(piece);
        boolean overdue = now.minus(begunAt).compareTo(LONGEST_ROUND) > 0;
        if (took.compareTo(later(LONG, least.multipliedBy(4))) > 0 && !overdue) {
            stretch = shorter(length, 2);
        } else if (overdue
                || (took.compareTo(later(SHORT, least.multipliedBy(2))) < 0 && length.compareTo(stretch) >= 0)) {
            stretch = stretch.compareTo(WHOLE_STRETCH) < 0 ? stretch.multipliedBy(2) : stretch;
        }
    }

    private Duration length(Walk piece) {
        return piece.from()
                .get(0)
                .map(from -> Duration.between(from.runAt(), piece.until().orElseThrow()))
                .orElse(stretch);
    }

    private static Duration shorter(Duration length, int times) {
        return later(length.dividedBy(times), SHORTEST_STRETCH);
    }

    private Duration rest(Duration took) {
        long inTime = ROUND.dividedBy(later(later(lastRound, spent), Duration.ofMillis(1)));
        Duration rest = took.multipliedBy(Math.max(LEAST_REST, Math.min(REST, inTime)));
        return rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST;
    }

    private static Duration later(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
