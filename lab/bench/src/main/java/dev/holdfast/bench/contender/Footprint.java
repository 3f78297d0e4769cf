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

    static Map<String, Double> now() {
        Map<String, Double> all = new HashMap<>();
        all.put("heapMegabytes", heapMegabytes());
        all.put("residentMegabytes", residentKilobytes() / KILOBYTES_PER_MEGABYTE);
        all.put("threads", (double) ManagementFactory.getThreadMXBean().getThreadCount());
        return all;
    }

    /** In use after a collection. */
    static double heapMegabytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / BYTES_PER_MEGABYTE;
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
