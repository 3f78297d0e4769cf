package dev.holdfast.histories;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.Leased;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All sessions ask at the same moment, while jobs come. Whoever gets what, nobody gets what another has. */
final class LeasingTogether {
    private final Play play;

    LeasingTogether(Play play) {
        this.play = play;
    }

    void lease(Step step) {
        Map<JobId, HistoryStore.Row> before = play.store().look(play.queues()).rows().stream()
                .collect(Collectors.toMap(HistoryStore.Row::id, Function.identity()));
        List<Seat> seats = play.seats().all();
        List<CompletableFuture<Leased>> answers = new ArrayList<>();
        for (Seat seat : seats) {
            LeaseRequest request = new Leasing(play).request(seat, step);
            seat.last = request;
            answers.add(CompletableFuture.supplyAsync(() -> seat.session.lease(request)));
        }
        enqueueOne();
        for (int i = 0; i < seats.size(); i++) {
            taken(seats.get(i), answers.get(i).join(), before);
        }
    }

    private void enqueueOne() {
        int mark = play.board().nextMark();
        NewJob job = NewJob.ofJson(Seat.WORK, Payloads.of(mark, 0))
                .withQueue(play.queues().get(0));
        play.board().add(play.store().queue().enqueue(job).id(), mark, Optional.empty(), Known.State.WAITING);
    }

    private void taken(Seat seat, Leased answer, Map<JobId, HistoryStore.Row> before) {
        seat.askedAt = play.ticks();
        seat.owesNoSweep();
        answer.jobs().forEach(job -> {
            play.board().lease(seat, job);
            Optional.ofNullable(before.get(job.id()))
                    .ifPresentOrElse(seat::leasedAt, () -> seat.leasedSomewhere(job.queue(), NewJob.DEFAULT_PRIORITY));
        });
        play.tell(seat + " leased together with others "
                + answer.jobs().stream().map(job -> job.id()).toList());
    }
}
