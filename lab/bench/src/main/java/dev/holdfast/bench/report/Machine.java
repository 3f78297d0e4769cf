package dev.holdfast.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** On what a benchmark ran, for whoever compares its figures. Names no host. */
public final class Machine {
    private static final double KILOBYTES_PER_GIGABYTE = 1024 * 1024;

    private Machine() {}

    public static Map<String, Object> described() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("cpu", cpu());
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        memory().ifPresent(kilobytes -> facts.put("memory", Math.round(kilobytes / KILOBYTES_PER_GIGABYTE) + " GB"));
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        return facts;
    }

    private static String cpu() {
        return find("/proc/cpuinfo", "model name").orElseGet(() -> System.getProperty("os.arch"));
    }

    private static OptionalLong memory() {
        return find("/proc/meminfo", "MemTotal")
                .map(text -> OptionalLong.of(Long.parseLong(text.split(" ")[0])))
                .orElseGet(OptionalLong::empty);
    }

    /** The text behind the colon in the first line that begins so; empty where there is no such file. */
    private static Optional<String> find(String file, String beginning) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .filter(line -> line.startsWith(beginning))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
