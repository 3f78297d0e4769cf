package dev.holdfast.histories;

import dev.holdfast.lease.JobId;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A session in a history, and what the model knows of its cursor. */
final class Seat {
    static final String WORK = "work";
    static final String OTHER = "other";
    static final int PRIORITIES = 10;

    /** At least so long after its last look at everything, a session looks at everything again. */
    static final Duration SWEEP = Duration.ofSeconds(1);

    final Session session;
    final Set<String> kinds;
    /** The farthest place it has leased at, by queue and priority; nothing behind it may be passed over. */
    final Map<Line, Place> farthest = new HashMap<>();

    /** Lines that it has to sweep, because it was time to, and has not come to the end of. */
    private final Set<Line> owed = new HashSet<>();

    /** A queue's jobs of one priority. */
    record Line(String queue, int priority) {}

    Duration askedAt;
    LeaseRequest last;
    private int number;

    Seat(Session session, Set<String> kinds, Duration now) {
        this.session = session;
        this.kinds = kinds;
        this.askedAt = now;
    }

    int nextNumber() {
        return ++number;
    }

    /** Whatever it asked for last may have been a sweep. */
    boolean sweepIsDue(Duration now) {
        return now.minus(askedAt).compareTo(SWEEP) >= 0;
    }

    void owesSweep(List<String> queues) {
        queues.forEach(
                queue -> IntStream.range(0, PRIORITIES).forEach(priority -> owed.add(new Line(queue, priority))));
    }

    void swept(List<String> queues, Predicate<Line> walked) {
        owed.removeIf(line -> queues.contains(line.queue()) && walked.test(line));
    }

    /** What is known of another history, or of answers that came at the same time, counts no more. */
    void owesNoSweep() {
        owed.clear();
    }

    boolean owesSweepOf(HistoryStore.Row row) {
        return owed.contains(line(row));
    }

    void leasedAt(HistoryStore.Row row) {
        farthest.merge(line(row), Place.of(row), (one, other) -> one.compareTo(other) >= 0 ? one : other);
    }

    /** It is not known where. */
    void leasedSomewhere(String queue, int priority) {
        farthest.put(new Line(queue, priority), new Place(Instant.MAX, JobId.NONE));
    }

    boolean isBeyond(HistoryStore.Row row) {
        Place place = farthest.get(line(row));
        return place == null || Place.of(row).compareTo(place) > 0;
    }

    private static Line line(HistoryStore.Row row) {
        return new Line(row.queue(), row.priority());
    }

    @Override
    public String toString() {
        return "session " + session.id().value();
    }
}
