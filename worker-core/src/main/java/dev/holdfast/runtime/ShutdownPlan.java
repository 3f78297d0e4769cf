package dev.holdfast.runtime;

import java.time.Duration;

/**
 * The way down, planned backwards from the kill.
 *
 * <pre>
 *   SIGTERM ── drain ── cancel grace ── release budget ── exit reserve ── SIGKILL
 * </pre>
 *
 * @param stopGracePeriod from SIGTERM to SIGKILL, as the process's supervisor has it
 * @param cancelGrace how long handlers have after they were told to stop
 * @param releaseBudget for the last releases
 * @param exitReserve kept free before the kill
 */
public record ShutdownPlan(
        Duration stopGracePeriod, Duration cancelGrace, Duration releaseBudget, Duration exitReserve) {
    public static final ShutdownPlan DEFAULTS = new ShutdownPlan(
            Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(4), Duration.ofSeconds(1));

    public ShutdownPlan {
        Duration needed = cancelGrace.plus(releaseBudget).plus(exitReserve);
        if (needed.compareTo(stopGracePeriod) >= 0) {
            throw new IllegalArgumentException("the shutdown plan needs " + needed + " (cancel grace " + cancelGrace
                    + " + release budget " + releaseBudget + " + exit reserve " + exitReserve
                    + ") but STOP_GRACE_PERIOD is " + stopGracePeriod + ": raise STOP_GRACE_PERIOD above the first"
                    + " or shorten the others");
        }
    }

    /** How long running jobs may go on after SIGTERM before they are told to stop. */
    public Duration drain() {
        return stopGracePeriod.minus(cancelGrace).minus(releaseBudget).minus(exitReserve);
    }
}
