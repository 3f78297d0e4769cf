package dev.holdfast.runtime;

/**
 * Ends the process at once, without running anything more of it. The worker calls it when an owner that guards a
 * mutation cannot be stopped in time, and at the end of a shutdown that had to be forced.
 */
@FunctionalInterface
public interface Halter {
    /** Exit code of a process that had to stop an owner by stopping itself. */
    int FORCED = 75;

    /**
     * Ends the process; does not return where it can.
     *
     * @param status exit code
     * @param why one line for people
     */
    void halt(int status, String why);
}
