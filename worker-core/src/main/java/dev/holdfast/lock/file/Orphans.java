package dev.holdfast.lock.file;

import dev.holdfast.lease.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Children that outlive their owner: they are killed and waited for before anybody else may have the lock. */
record Orphans(Processes processes) {
    /** The kernel needs as long as a call to the disk takes that it cannot break off. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration PAUSE = Duration.ofMillis(5);

    /**
     * Blocks for the patience at most, and does not break off when its thread is interrupted: handlers are interrupted
     * just when their children are to end.
     *
     * @return true if none of them is left
     */
    boolean end(List<Child> children) {
        boolean interrupted = Thread.interrupted();
        try {
            return endWithin(Ticker.system(), children);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean endWithin(Ticker ticker, List<Child> children) {
        Duration giveUp = ticker.now().plus(PATIENCE);
        List<ProcStat> living = living(children);
        while (!living.isEmpty() && ticker.now().compareTo(giveUp) < 0) {
            living.forEach(Orphans::kill);
            LockSupport.parkNanos(PAUSE.toNanos());
            living = living(children);
        }
        return living.isEmpty();
    }

    private List<ProcStat> living(List<Child> children) {
        return children.stream()
                .flatMap(child -> processes.living(child).stream())
                .toList();
    }

    /** The handle knows its process by the start time too, so that a pid given out again meanwhile is spared. */
    private static void kill(ProcStat process) {
        ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroyForcibly);
    }
}
