package dev.holdfast.histories;

import dev.holdfast.queue.LeaseRequest;
import java.time.Duration;
import java.util.List;

/** The end of every history: one session, with sweeps, gets every job there is, and afterwards there is none. */
final class Drain {
    private static final int MOST_ROUNDS = 4;

    /** After so many leases everything was walked, also in pieces, with a second between them. */
    private static final int MOST_PIECES = 60;

    private final Play play;

    Drain(Play play) {
        this.play = play;
    }

    void run(int lastWord) {
        play.transactions().endAll(lastWord);
        play.seats().all().forEach(seat -> new Settling(play).completeAll(seat));
        Seat seat = play.seats().pickAllKnowing(lastWord);
        for (int i = 0; i < MOST_ROUNDS && !waiting().isEmpty(); i++) {
            passUntilDue();
            int leases = play.sweepsInPieces() ? MOST_PIECES : 1;
            for (int j = 0; j < leases && !waiting().isEmpty(); j++) {
                play.store().tick(Seat.SWEEP);
                drain(seat, false);
                drain(seat, true);
            }
            BrokenPromise.unless(waiting().isEmpty(), "forgotten: " + waiting());
            new Settling(play).completeAll(seat);
        }
        List<HistoryStore.Row> left = play.store().look(play.queues()).rows();
        BrokenPromise.unless(left.isEmpty(), "left behind: " + left);
    }

    private void drain(Seat seat, boolean suspects) {
        new Leasing(play)
                .lease(seat, new LeaseRequest(seat.nextNumber(), play.queues(), seat.kinds, Leasing.PLENTY, suspects));
    }

    private List<Known> waiting() {
        return play.board().all(Known::isWaiting);
    }

    private void passUntilDue() {
        HistoryStore.Look look = play.store().look(play.queues());
        look.rows().stream()
                .map(row -> Duration.between(look.now(), row.runAt()))
                .filter(wait -> !wait.isNegative())
                .max(Duration::compareTo)
                .ifPresent(wait -> play.store().pass(wait.plusMillis(1)));
    }
}
