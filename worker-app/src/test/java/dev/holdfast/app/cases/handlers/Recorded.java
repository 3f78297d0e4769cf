package dev.holdfast.app.cases.handlers;

import dev.holdfast.job.Attempt;
import dev.holdfast.job.JobHandler;
import dev.holdfast.job.Outcome;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import java.time.Duration;
import java.util.Optional;

/** Writes down when an attempt starts, what it holds and when it ends, around what its kind does. */
final class Recorded implements JobHandler<Todo> {
    private final Journal journal;
    private final Body body;

    Recorded(Journal journal, Body body) {
        this.journal = journal;
        this.body = body;
    }

    @Override
    public Outcome handle(Todo todo, Attempt attempt) throws Exception {
        long run = journal.starts(attempt);
        String how = "done";
        try {
            act(todo, attempt, run);
            return Outcome.complete("run " + run);
        } catch (Throwable e) {
            how = e.getClass().getSimpleName();
            throw e;
        } finally {
            journal.ends(run, how);
        }
    }

    private void act(Todo todo, Attempt attempt, long run) throws Exception {
        Duration lasts = Duration.ofMillis(todo.ms(attempt.number()));
        if (!todo.locks()) {
            body.run(new Body.Run(attempt, Optional.empty(), lasts, run));
            return;
        }
        LockPolicy policy = todo.proceed() ? LockPolicy.PROCEED : LockPolicy.DEFER;
        HeldLock lock = attempt.lock(LockKey.parse(todo.key()), policy);
        journal.holds(run, lock);
        try {
            body.run(new Body.Run(attempt, Optional.of(lock), lasts, run));
        } finally {
            // The lock itself goes with the attempt, after this.
            journal.lets(run);
        }
    }
}
