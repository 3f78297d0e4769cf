package dev.holdfast.lease;

/**
 * Identifies one job row over its whole life.
 *
 * @param value positive number, or 0 for {@link #NONE}
 */
public record JobId(long value) implements Comparable<JobId> {
    /** Stands in an {@link dev.holdfast.lease lease} identity where a session acts for itself, not for a job. */
    public static final JobId NONE = new JobId(0);

    public JobId {
        if (value < 0) {
            throw new IllegalArgumentException("a job id is not negative, got " + value);
        }
    }

    @Override
    public int compareTo(JobId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "job " + value;
    }
}
