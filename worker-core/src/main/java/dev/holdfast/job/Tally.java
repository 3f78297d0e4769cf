package dev.holdfast.job;

/**
 * What has happened to a job in its present round, each counted apart. Only failures count towards max attempts;
 * only crashes while running as a suspect count towards the crash limit.
 *
 * @param attempts leases that started
 * @param failures attempts that failed
 * @param interruptions attempts ended by a drain, a lost lease or a lost lock
 * @param contentions attempts that ended because a lock was taken
 * @param crashes attempts, run as a suspect, whose process died
 */
public record Tally(int attempts, int failures, int interruptions, int contentions, int crashes) {
    public static final Tally NONE = new Tally(0, 0, 0, 0, 0);
}
