package dev.holdfast.histories;

import dev.holdfast.lease.JobId;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a lease promises. Nobody else has the jobs; they are due, asked for, and in order: queue, priority, time, id. With
 * room left, none was passed over that is due, committed and free: of all of them in lines whose sweep is due, and
 * otherwise of those that were due lately and stand beyond the farthest place at which it has leased. Without room, none
 * of these comes before the last that was leased, where woken jobs do not count: those go first, wherever they stand.
 */
final class LeaseCheck {
    /** What has been due for longer turned up late, and may wait for a sweep. */
    private static final Duration LATELY = Duration.ofSeconds(30);

    private final Play play;
    private final Seat seat;
    private final LeaseRequest request;
    private final HistoryStore.Look before;
    private final Map<JobId, HistoryStore.Row> rows;
    private final Comparator<HistoryStore.Row> order;

    LeaseCheck(Play play, Seat seat, LeaseRequest request, HistoryStore.Look before) {
        this.play = play;
        this.seat = seat;
        this.request = request;
        this.before = before;
        this.rows = before.rows().stream().collect(Collectors.toMap(HistoryStore.Row::id, Function.identity()));
        this.order = Comparator.<HistoryStore.Row>comparingInt(
                        row -> request.queues().indexOf(row.queue()))
                .thenComparingInt(row -> rank(row.priority()))
                .thenComparing(Place::of);
    }

    /** Of those that are overdue the lowest priority comes first. */
    private int rank(int priority) {
        return request.overdue().isZero() ? priority : -priority;
    }

    void taken(List<LeasedJob> jobs) {
        BrokenPromise.unless(jobs.size() <= request.limit(), "more jobs than asked for");
        jobs.forEach(job -> play.board().lease(seat, job));
        List<HistoryStore.Row> taken = rows(jobs);
        Instant now = taken.stream().allMatch(row -> isDue(row, before.now()))
                ? before.now()
                : play.store().look(List.of()).now();
        for (HistoryStore.Row row : taken) {
            BrokenPromise.unless(request.queues().contains(row.queue()), row + " is in a queue not asked for");
            BrokenPromise.unless(isDue(row, now), row + " was leased before it was due");
        }
        BrokenPromise.unless(taken.stream().sorted(order).toList().equals(taken), "out of order: " + taken);
    }

    private List<HistoryStore.Row> rows(List<LeasedJob> jobs) {
        return jobs.stream().map(this::row).toList();
    }

    private HistoryStore.Row row(LeasedJob job) {
        HistoryStore.Row row = rows.get(job.id());
        BrokenPromise.unless(row != null && !row.running(), job.id() + " was leased though it is " + row);
        return row;
    }

    private boolean isDue(HistoryStore.Row row, Instant now) {
        return !row.runAt().isAfter(now.minus(request.overdue()));
    }

    void nothingPassedOver(List<LeasedJob> jobs) {
        Set<JobId> leased = jobs.stream().map(LeasedJob::id).collect(Collectors.toSet());
        List<HistoryStore.Row> passedOver = before.rows().stream()
                .filter(row -> !leased.contains(row.id()) && isOwed(row))
                .filter(row -> request.suspect() || seat.owesSweepOf(row) || isAhead(row))
                .filter(row -> comesBeforeTheLastOf(jobs, row))
                .toList();
        BrokenPromise.unless(passedOver.isEmpty(), "passed over: " + passedOver);
    }

    private boolean isOwed(HistoryStore.Row row) {
        Known job = play.board().get(row.id());
        return job.isWaiting()
                && !job.locked
                && job.suspect == request.suspect()
                && request.queues().contains(row.queue())
                && request.kinds().contains(row.kind())
                && isDue(row, before.now());
    }

    private boolean isAhead(HistoryStore.Row row) {
        return seat.isBeyond(row) && row.runAt().isAfter(before.now().minus(LATELY));
    }

    /** With room left, everything does. */
    private boolean comesBeforeTheLastOf(List<LeasedJob> jobs, HistoryStore.Row row) {
        return jobs.size() < request.limit()
                || last(jobs).filter(last -> order.compare(row, last) < 0).isPresent();
    }

    /** Of those that were leased in their turn. */
    private Optional<HistoryStore.Row> last(List<LeasedJob> jobs) {
        return jobs.stream()
                .filter(job -> job.place().isEmpty())
                .reduce((one, next) -> next)
                .map(this::row);
    }

    void remember(List<LeasedJob> jobs) {
        if (!request.suspect()) {
            rows(jobs).forEach(seat::leasedAt);
            swept(jobs);
        }
    }

    /** Lines that come after the one in which there was no more room were not looked at. */
    private void swept(List<LeasedJob> jobs) {
        if (jobs.size() < request.limit()) {
            seat.swept(request.queues(), line -> true);
        } else {
            last(jobs).ifPresent(last -> seat.swept(request.queues(), line -> !isAfter(line, last)));
        }
    }

    private boolean isAfter(Seat.Line line, HistoryStore.Row last) {
        int byQueue = Integer.compare(
                request.queues().indexOf(line.queue()), request.queues().indexOf(last.queue()));
        return byQueue > 0 || (byQueue == 0 && rank(line.priority()) > rank(last.priority()));
    }
}
