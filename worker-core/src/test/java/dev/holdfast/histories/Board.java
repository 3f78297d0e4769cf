package dev.holdfast.histories;

import dev.holdfast.lease.JobId;
import dev.holdfast.queue.LeasedJob;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The model: every job of a history. */
final class Board {
    private final Map<JobId, Known> jobs = new LinkedHashMap<>();
    private int marks;

    /** A number that the job's payload carries. */
    int nextMark() {
        return ++marks;
    }

    Known add(JobId id, int mark, Optional<String> key, Known.State state) {
        Known job = new Known(id, mark, key, state);
        BrokenPromise.unless(jobs.putIfAbsent(id, job) == null, id + " was given out twice");
        return job;
    }

    Known get(JobId id) {
        Known job = jobs.get(id);
        BrokenPromise.unless(job != null, id + " is nobody's");
        return job;
    }

    List<Known> all(Predicate<Known> which) {
        return jobs.values().stream().filter(which).toList();
    }

    List<Known> runningAt(Seat seat) {
        return all(job -> job.isRunning() && job.seat == seat);
    }

    Optional<Known> ofKey(String key) {
        return all(job -> job.key.filter(key::equals).isPresent() && job.state != Known.State.GONE).stream()
                .findFirst();
    }

    /** One of these, if there are any. */
    static <T> Optional<T> pick(List<T> some, int number) {
        return some.isEmpty() ? Optional.empty() : Optional.of(some.get(number % some.size()));
    }

    /** What everybody may rely on who has leased a job. */
    void lease(Seat seat, LeasedJob leased) {
        Known job = get(leased.id());
        BrokenPromise.unless(
                job.isWaiting(),
                job + " was leased by " + seat + " while it is " + job.state
                        + (job.seat == null ? "" : " at " + job.seat));
        BrokenPromise.unless(!job.locked, job + " was leased though another transaction has it");
        BrokenPromise.unless(seat.kinds.contains(leased.kind()), job + " is of a kind not asked for");
        BrokenPromise.unless(
                leased.limits().suspect() == job.suspect, job + " was leased as what it is not: suspect or not");
        BrokenPromise.unless(
                job.key.isPresent() || Payloads.carries(leased.payload(), job.mark),
                job + " came with the payload of another job");
        job.leased(seat, leased);
    }
}
