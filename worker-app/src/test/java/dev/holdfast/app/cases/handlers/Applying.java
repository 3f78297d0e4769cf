package dev.holdfast.app.cases.handlers;

import dev.holdfast.job.Effect;
import dev.holdfast.lock.HeldLock;
import java.time.Duration;
import java.util.Optional;

/**
 * Works deafly under its lock and then applies its effects, late or not: one through Holdfast, one on a target that
 * knows fences, and one on a target that knows none.
 */
final class Applying implements Body {
    private final Journal journal;

    Applying(Journal journal) {
        this.journal = journal;
    }

    @Override
    public void run(Run run) {
        HeldLock lock = run.lock().orElseThrow();
        Pause.deafly(run.lasts());
        journal.tries(run, lock, "ours", throughHoldfast(run, lock));
        journal.tries(run, lock, "fenced", journal.writesFenced(lock));
        journal.tries(run, lock, "blind", true);
    }

    private boolean throughHoldfast(Run run, HeldLock lock) {
        try {
            run.attempt().effect(lock, new Once(run.number()));
            return true;
        } catch (Exception refused) {
            return false;
        }
    }

    /** An effect whose record is all there is to it. */
    private record Once(long run) implements Effect {
        @Override
        public String name() {
            return "apply by run " + run;
        }

        @Override
        public String intent() {
            return "apply";
        }

        @Override
        public Duration timeout() {
            return Duration.ofMillis(100);
        }

        @Override
        public Optional<String> reconcile() {
            return Optional.empty();
        }

        @Override
        public String apply() {
            return "applied";
        }
    }
}
