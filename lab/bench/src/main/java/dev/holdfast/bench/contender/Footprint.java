package dev.holdfast.bench.contender;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** What this process takes of the machine. */
final class Footprint {
    private static final double BYTES_PER_MEGABYTE = 1024 * 1024;
    private static final double KILOBYTES_PER_MEGABYTE = 1024;

    private Footprint() {}

    /** After a collection, so that the heap is what is in use. */
    static Map<String, Double> now() {
        System.gc();
        Map<String, Double> all = new HashMap<>();
        all.put(
                "heapMegabytes",
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / BYTES_PER_MEGABYTE);
        all.put("residentMegabytes", residentKilobytes() / KILOBYTES_PER_MEGABYTE);
        all.put("threads", (double) ManagementFactory.getThreadMXBean().getThreadCount());
        return all;
    }

    private static double residentKilobytes() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    /** Asked by name: the method is there from Java 21 on. */
    static boolean isVirtual(Thread thread) {
        try {
            return (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
