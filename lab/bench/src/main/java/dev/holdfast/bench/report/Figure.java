package dev.holdfast.bench.report;

/**
 * What was measured of a system.
 *
 * @param name in tables, for example {@code p99}
 * @param unit in plural, as the JSON names it
 */
public record Figure(String name, String unit) {
    public static final Figure JOBS = new Figure("rate", "jobsPerSecond");
    public static final Figure PAIRS = new Figure("rate", "pairsPerSecond");
    public static final Figure P50 = new Figure("p50", "milliseconds");
    public static final Figure P99 = new Figure("p99", "milliseconds");
}
