package dev.holdfast.app.cases.handlers;

import dev.holdfast.job.Attempt;
import dev.holdfast.lock.HeldLock;
import java.time.Duration;
import java.util.Optional;

/** What a kind does once its start is written down and its lock is taken. */
interface Body {
    /**
     * What surrounds it.
     *
     * @param attempt the attempt
     * @param lock the lock it was told to take, if any
     * @param lasts how long it is to take
     * @param number its row in the journal
     */
    record Run(Attempt attempt, Optional<HeldLock> lock, Duration lasts, long number) {}

    void run(Run run) throws Exception;
}
