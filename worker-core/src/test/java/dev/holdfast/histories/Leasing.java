package dev.holdfast.histories;

import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.Leased;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Sessions ask for jobs. */
final class Leasing {
    /** More than a history has jobs. */
    static final int PLENTY = 200;

    /** One in so many asks for suspects, and one for those that have waited for a while. */
    private static final int SUSPECTS = 8;

    private static final int OVERDUE = 12;
    private static final Duration A_WHILE = Duration.ofMillis(2);

    private final Play play;

    Leasing(Play play) {
        this.play = play;
    }

    void lease(Step step) {
        Seat seat = play.seats().pick(step.a());
        lease(seat, request(seat, step));
    }

    LeaseRequest request(Seat seat, Step step) {
        int limit = step.b() % 3 == 0 ? PLENTY : 1 + step.b() % 5;
        boolean suspect = step.c() % SUSPECTS == 0;
        Duration overdue = step.c() % OVERDUE == 1 ? A_WHILE : Duration.ZERO;
        return new LeaseRequest(seat.nextNumber(), play.queues(step.c()), seat.kinds, limit, suspect, overdue);
    }

    List<LeasedJob> lease(Seat seat, LeaseRequest request) {
        HistoryStore.Look before = play.store().look(play.queues());
        boolean sweeps = sweepIfDue(seat, request);
        play.sweepNext(request.number());
        Leased answer = seat.session.lease(request);
        play.tell(seat + (sweeps ? ", whose sweep is due," : "") + " leased " + ids(answer.jobs()) + " for " + request);
        BrokenPromise.unless(answer.live(), seat + " was said to have ended");
        LeaseCheck check = new LeaseCheck(play, seat, request, before);
        check.taken(answer.jobs());
        // A piece that finds something has not looked at the rest.
        if (!play.sweepsInPieces() || answer.jobs().isEmpty()) {
            check.nothingPassedOver(answer.jobs());
        }
        asked(seat, request);
        check.remember(answer.jobs());
        return answer.jobs();
    }

    /** Suspects are looked for everywhere, which sweeps nothing for the others. */
    private boolean sweepIfDue(Seat seat, LeaseRequest request) {
        boolean due = !play.sweepsInPieces() && !request.suspect() && seat.sweepIsDue(play.ticks());
        if (due) {
            seat.owesSweep(request.queues());
        }
        return due;
    }

    private void asked(Seat seat, LeaseRequest request) {
        seat.askedAt = play.ticks();
        seat.last = request;
    }

    /** The jobs were answered, but the transaction did not commit. */
    void leaseInVain(Step step) {
        play.store().accidents().ifPresent(accidents -> {
            Seat seat = play.seats().pick(step.a());
            LeaseRequest request = request(seat, step);
            sweepIfDue(seat, request);
            accidents.doom(seat.session.id());
            try {
                Leased answer = seat.session.lease(request);
                BrokenPromise.unless(
                        answer.jobs().isEmpty(), seat + " was answered jobs by a transaction that was rolled back");
                foundNothing(seat, request);
            } catch (StoreUnavailableException expected) {
                play.tell(seat + " was rolled back with " + request);
            } finally {
                accidents.spare(seat.session.id());
            }
            asked(seat, request);
        });
    }

    /** There was nothing to roll back: it was a look at all of its lines like any other. */
    private void foundNothing(Seat seat, LeaseRequest request) {
        if (!request.suspect()) {
            seat.swept(request.queues(), line -> true);
        }
        play.tell(seat + " found nothing for " + request);
    }

    /** The reply is taken for lost. */
    void sendAgain(Step step) {
        Seat seat = play.seats().pick(step.a());
        List<Known> running = play.board().runningAt(seat).stream()
                .filter(job -> seat.last != null && job.leased.lease().number() == seat.last.number())
                .toList();
        if (!running.isEmpty()) {
            Set<?> answer = Set.copyOf(ids(seat.session.lease(seat.last).jobs()));
            play.tell(seat + " asked again and was answered " + answer);
            Set<?> held = running.stream().map(job -> job.id).collect(Collectors.toSet());
            BrokenPromise.unless(
                    answer.equals(held), "the same request again was answered " + answer + ", not " + held);
            seat.askedAt = play.ticks();
        }
    }

    private static List<?> ids(List<LeasedJob> jobs) {
        return jobs.stream().map(LeasedJob::id).toList();
    }
}
