package dev.holdfast.memory;

import dev.holdfast.job.Tally;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Leases due jobs to a session. Runs inside a transaction. */
final class Leasing {
    private final Database database;
    private final SessionRow session;

    Leasing(Database database, SessionRow session) {
        this.database = database;
        this.session = session;
    }

    /** A number that has leased before is a request sent again: it is answered with what it still holds. */
    List<LeasedJob> lease(LeaseRequest request) {
        LeaseToken token = new LeaseToken(session.id, request.number());
        if (session.leaseNumbers.get(request.number())) {
            return heldUnder(token);
        }
        List<JobRow> due = due(request);
        due.forEach(row -> lease(row, token));
        return due.stream().map(row -> row.leased(database.now())).toList();
    }

    private List<LeasedJob> heldUnder(LeaseToken token) {
        return session.jobs.values().stream()
                .filter(row -> token.equals(row.lease))
                .map(row -> row.leased(database.now()))
                .toList();
    }

    private List<JobRow> due(LeaseRequest request) {
        var due = database.now().minus(request.overdue());
        return request.queues().stream()
                .distinct()
                .flatMap(queue -> line(queue, !request.overdue().isZero()))
                .filter(row -> !row.runAt.isAfter(due))
                .filter(row -> request.kinds().contains(row.spec.kind()))
                .filter(row -> row.suspect == request.suspect())
                .limit(request.limit())
                .toList();
    }

    private Stream<JobRow> line(String queue, boolean lowestFirst) {
        Stream<JobRow> line = database.jobs().waiting(queue);
        return lowestFirst
                ? line.sorted(Comparator.comparingInt((JobRow row) -> row.spec.priority())
                        .reversed())
                : line;
    }

    private void lease(JobRow row, LeaseToken token) {
        database.jobs().change(row, () -> row.lease = token);
        row.tally = started(row.tally);
        session.jobs.put(row.id, row);
        session.leaseNumbers.set(token.number());
    }

    private static Tally started(Tally tally) {
        return new Tally(
                tally.attempts() + 1, tally.failures(), tally.interruptions(), tally.contentions(), tally.crashes());
    }
}
