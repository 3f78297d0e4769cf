package dev.holdfast.histories;

import dev.holdfast.job.NewJob;
import dev.holdfast.lock.LockKey;
import dev.holdfast.queue.Settled;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Attempts end, each in one of all the ways there are. */
final class Settling {
    private static final int MOST = 4;
    static final Duration NOW = Duration.ZERO;
    private static final Duration LONGEST_WAIT = Duration.ofMillis(20);

    private final Play play;

    Settling(Play play) {
        this.play = play;
    }

    void settle(Step step) {
        Seat seat = play.seats().pick(step.a());
        List<Known> running = play.board().runningAt(seat);
        List<Known> some = running.subList(0, Math.min(running.size(), 1 + step.b() % MOST));
        List<Ending> endings = new ArrayList<>();
        for (int i = 0; i < some.size(); i++) {
            endings.add(ending(step.c() + 5 * i));
        }
        settle(seat, some, endings);
    }

    void completeAll(Seat seat) {
        List<Known> running = play.board().runningAt(seat);
        settle(seat, running, running.stream().map(job -> completed()).toList());
    }

    private void settle(Seat seat, List<Known> jobs, List<Ending> endings) {
        play.transactions().unblock(jobs);
        List<Settlement> settlements = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            settlements.add(new Settlement(jobs.get(i).id, jobs.get(i).leased.lease(), endings.get(i)));
        }
        if (settlements.isEmpty()) {
            return;
        }
        Settled answer = seat.session.settle(settlements);
        play.tell(seat + " settled " + settlements);
        BrokenPromise.unless(
                answer.live()
                        && answer.accepted()
                                .equals(jobs.stream().map(job -> job.id).collect(Collectors.toSet())),
                "settled were only " + answer);
        for (int i = 0; i < jobs.size(); i++) {
            apply(jobs.get(i), endings.get(i));
        }
    }

    private Ending ending(int number) {
        Duration delay = Duration.ofMillis(number % 3);
        return switch (number % 12) {
            case 0, 1 -> new Ending.Retried("failed", delay);
            case 2 -> new Ending.Snoozed(delay, "later", number % 2 == 0);
            case 3 -> new Ending.Returned(false, "not started");
            case 4 -> new Ending.Returned(true, "interrupted");
            case 5 -> new Ending.Discarded("no good");
            case 6 -> new Ending.Cancelled("by itself");
            case 7 -> parked();
            default -> completed();
        };
    }

    private static Ending completed() {
        return new Ending.Completed("", List.<NewJob>of());
    }

    /** For a lock that nobody holds: it is woken at once, at the time at which it was enqueued, or when its wait is over. */
    private Ending parked() {
        Settlement.Wait terms = new Settlement.Wait(LONGEST_WAIT, Duration.ZERO, false);
        return new Ending.Parked(List.of(new LockKey("history", play.queues().get(0))), terms, "busy");
    }

    private static void apply(Known job, Ending ending) {
        if (ending instanceof Ending.Completed
                || ending instanceof Ending.Discarded
                || ending instanceof Ending.Cancelled) {
            job.ended();
        } else {
            job.waitsAgain(job.suspect && ending instanceof Ending.Returned returned && !returned.started());
        }
    }
}
