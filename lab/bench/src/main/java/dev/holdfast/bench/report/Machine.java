package dev.holdfast.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** On what a benchmark ran, for whoever compares its figures. Names no host. */
public final class Machine {
    private Machine() {}

    public static Map<String, Object> described() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("cpu", cpu());
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        return facts;
    }

    private static String cpu() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElseGet(() -> System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }
}
