package dev.holdfast.bench.run;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is measured: a system at a setting.
 *
 * @param system its name, as the report shows it
 * @param contender class of its {@link dev.holdfast.bench.contender.Contender}
 * @param classPath what its process needs beside the bench itself; empty for nothing
 * @param settings handed to the contender
 */
public record Subject(String system, String contender, String classPath, Map<String, String> settings) {
    public Subject {
        settings = Map.copyOf(settings);
    }

    /** One of the bench's own. */
    static Subject own(String system, Class<?> contender, Map<String, String> settings) {
        return new Subject(system, contender.getName(), "", settings);
    }

    /** The settings in one text, in a fixed order. */
    public String setting() {
        return settings.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::toString)
                .collect(Collectors.joining(" "));
    }
}
