package dev.holdfast.histories;

import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionBeat;
import dev.holdfast.queue.Settled;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import java.util.List;
import java.util.Optional;

/** Sessions end, one way or the other. */
final class Ends {
    private static final int MOST_CRASHES = 2;

    private final Play play;

    Ends(Play play) {
        this.play = play;
    }

    /** The process dies, a peer notices, and what the dead one says afterwards is not heard. */
    void crash(Step step) {
        Seat seat = play.seats().pick(step.a());
        List<Known> running = play.board().runningAt(seat);
        play.transactions().unblock(running);
        Optional<Settlement> late = running.stream()
                .findFirst()
                .map(job -> new Settlement(job.id, job.leased.lease(), new Ending.Retried("late", Settling.NOW)));
        SessionBeat seen = play.store().sessions().beats().stream()
                .filter(beat -> beat.session().equals(seat.session.id()))
                .findFirst()
                .orElseThrow();
        BrokenPromise.unless(play.store().sessions().reap(seen).isPresent(), seat + " could not be reaped");
        running.forEach(Ends::crashed);
        play.tell(seat + " died with " + running);
        late.ifPresent(settlement -> settleInVain(seat, settlement));
        play.seats().replace(seat);
    }

    private static void crashed(Known job) {
        boolean poison = job.suspect && job.leased.limits().tally().crashes() >= MOST_CRASHES;
        if (poison) {
            job.ended();
        } else {
            job.waitsAgain(true);
        }
    }

    private static void settleInVain(Seat seat, Settlement late) {
        Settled answer = seat.session.settle(List.of(late));
        BrokenPromise.unless(!answer.live() && answer.accepted().isEmpty(), seat + " is dead and was heard: " + answer);
    }

    void stop(Step step) {
        Seat seat = play.seats().pick(step.a());
        List<Known> running = play.board().runningAt(seat);
        play.transactions().unblock(running);
        seat.session.end(Session.Will.STOPPED);
        running.forEach(job -> job.waitsAgain(false));
        play.tell(seat + " stopped with " + running);
        play.seats().replace(seat);
    }
}
