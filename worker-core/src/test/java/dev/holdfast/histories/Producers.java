package dev.holdfast.histories;

import dev.holdfast.job.NewJob;
import dev.holdfast.queue.Enqueued;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Jobs come. */
final class Producers {
    private static final int MOST_JOBS = 4;
    private static final int KEYS = 2;
    private static final int LONGEST_DELAY = 8;

    private final Play play;

    Producers(Play play) {
        this.play = play;
    }

    void enqueue(Step step) {
        Batch batch = batch(step);
        batch.inserted(play.store().queue().enqueue(batch.jobs), Known.State.WAITING);
    }

    void enqueueLate(Step step) {
        play.transactions().open().ifPresent(open -> {
            Batch batch = batch(step);
            open.inserts(batch.inserted(open.handle().enqueue(batch.jobs), Known.State.UNBORN));
        });
    }

    /** Jobs and the numbers they carry. */
    private final class Batch {
        private final List<NewJob> jobs = new ArrayList<>();
        private final List<Integer> marks = new ArrayList<>();

        List<Known> inserted(List<Enqueued> answers, Known.State state) {
            List<Known> born = new ArrayList<>();
            for (int i = 0; i < jobs.size(); i++) {
                BrokenPromise.unless(answers.get(i).result() == Enqueued.Result.INSERTED, "a job was not inserted");
                born.add(play.board().add(answers.get(i).id(), marks.get(i), Optional.empty(), state));
            }
            play.tell((state == Known.State.UNBORN ? "a transaction enqueues " : "enqueued ") + born + " as " + jobs
                    + jobs.stream().map(NewJob::priority).toList());
            return born;
        }
    }

    private Batch batch(Step step) {
        Batch batch = new Batch();
        for (int i = 0; i <= step.b() % MOST_JOBS; i++) {
            int mark = play.board().nextMark();
            batch.marks.add(mark);
            batch.jobs.add(job(step, i, mark));
        }
        return batch;
    }

    private NewJob job(Step step, int i, int mark) {
        String kind = (step.a() + i) % 5 == 0 ? Seat.OTHER : Seat.WORK;
        return NewJob.ofJson(kind, Payloads.of(mark, step.a() + i))
                .withQueue(play.queues().get((step.c() + i) % play.queues().size()))
                .withPriority((step.a() + i * (step.c() % 2 * 3)) % play.priorities())
                .withDelay(delay(step.c() / 7 + i));
    }

    private static Duration delay(int number) {
        return number % 6 == 0 ? Duration.ofMillis(number % LONGEST_DELAY) : Duration.ZERO;
    }

    /** One live job of a key, wherever it is enqueued, since a key stays in its queue. */
    void enqueueKeyed(Step step) {
        String key = "k" + step.a() % KEYS;
        play.board().ofKey(key).ifPresent(job -> play.transactions().unblock(List.of(job)));
        Optional<Known> live = play.board().ofKey(key);
        boolean late = step.c() % 3 == 0;
        if (late) {
            play.transactions().open().ifPresent(open -> open.keyed(live, requestKeyed(step, key, live, open)));
        } else {
            Known job = keyed(key, live, play.store().queue().enqueue(keyed(step, key)), Known.State.WAITING);
            job.pending |= job.isRunning();
        }
    }

    private Known requestKeyed(Step step, String key, Optional<Known> live, Transactions.Late open) {
        return keyed(key, live, open.handle().enqueue(List.of(keyed(step, key))).get(0), Known.State.UNBORN);
    }

    private NewJob keyed(Step step, String key) {
        return NewJob.ofJson(Seat.WORK, Payloads.of(0, step.b()))
                .withQueue(play.queues().get(step.a() % KEYS % play.queues().size()))
                .withPriority(step.b() % play.priorities())
                .withUniqueKey(key);
    }

    private Known keyed(String key, Optional<Known> live, Enqueued answer, Known.State state) {
        Enqueued.Result expected = live.map(
                        job -> job.isRunning() ? Enqueued.Result.REARMED : Enqueued.Result.COALESCED)
                .orElse(Enqueued.Result.INSERTED);
        BrokenPromise.unless(answer.result() == expected, key + " should be " + expected + ", was " + answer);
        live.ifPresent(job -> BrokenPromise.unless(job.id.equals(answer.id()), key + " is two jobs"));
        play.tell("enqueued " + key + ": " + answer + (state == Known.State.UNBORN ? " in a transaction" : ""));
        return live.orElseGet(() -> play.board().add(answer.id(), 0, Optional.of(key), state));
    }
}
