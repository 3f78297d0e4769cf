package dev.holdfast.bench.run;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How much processor time processes use from now on. One that begins later is not seen, and one that ends is left out. */
final class CpuTime {
    private static final double NANOS_PER_MICRO = 1_000;

    private final Map<ProcessHandle, Duration> before = new LinkedHashMap<>();

    CpuTime(List<ProcessHandle> processes) {
        processes.forEach(process -> before.put(process, used(process)));
    }

    /** Microseconds of all together since then, for each of so many jobs. */
    double microsPer(double jobs) {
        long nanos = before.entrySet().stream()
                .filter(entry -> entry.getKey().isAlive())
                .mapToLong(entry -> used(entry.getKey()).minus(entry.getValue()).toNanos())
                .sum();
        return nanos / NANOS_PER_MICRO / jobs;
    }

    private static Duration used(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }
}
