package dev.holdfast.histories;

import dev.holdfast.queue.JobInspector.Asked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What people and clocks do. */
final class Operators {
    private static final int PINS = 2;
    private static final Duration LONG_AGO = Duration.ofMinutes(10);

    private final Play play;

    Operators(Play play) {
        this.play = play;
    }

    private Optional<Known> pick(Step step) {
        Optional<Known> job = Board.pick(play.board().all(Known::isLive), step.a());
        job.ifPresent(one -> play.transactions().unblock(List.of(one)));
        return job;
    }

    void backdate(Step step) {
        Duration by = step.c() % 4 == 0 ? LONG_AGO : Duration.ofMillis(1L + step.b() % 5000);
        play.store()
                .accidents()
                .ifPresent(accidents -> pick(step).filter(Known::isWaiting).ifPresent(job -> {
                    accidents.backdate(job.id, by);
                    play.tell(job + " is due " + by + " earlier");
                }));
    }

    void cancel(Step step) {
        pick(step).ifPresent(job -> {
            Asked expected = job.isWaiting() ? Asked.DONE : job.cancelled ? Asked.UNCHANGED : Asked.TOLD;
            Optional<Asked> answer = play.store().jobs().cancel(job.id, "by request");
            BrokenPromise.unless(answer.equals(Optional.of(expected)), "cancel of " + job + " answered " + answer);
            play.tell("cancelled " + job + ": " + expected);
            if (job.isWaiting()) {
                job.ended();
            } else {
                job.cancelled = true;
            }
        });
    }

    void makeDue(Step step) {
        pick(step).filter(Known::isWaiting).ifPresent(job -> {
            Optional<Asked> answer = play.store().jobs().retry(job.id);
            BrokenPromise.unless(answer.isPresent(), job + " is unknown to its store");
            play.tell("made " + job + " due: " + answer.get());
        });
    }

    /** Often just too little for a sweep. */
    void tick(Step step) {
        Duration time = step.a() % 3 == 0 ? Seat.SWEEP : Duration.ofMillis(step.b() % 1000);
        play.store().tick(time);
        play.tell(time + " pass for the sessions");
    }

    void pass(Step step) {
        play.store().pass(Duration.ofMillis(1 + step.a() % 4));
    }

    void pin(Step step) {
        play.store().accidents().ifPresent(accidents -> {
            accidents.pin(step.a() % PINS == 0);
            play.tell("an old snapshot is held: " + (step.a() % PINS == 0));
        });
    }
}
