package dev.holdfast.bench.run;

import dev.holdfast.bench.contender.ContenderMain;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is measured: a system at a setting.
 *
 * @param system its name, as the report shows it
 * @param command starts its process, which speaks as {@link ContenderMain} does; URL and settings are put behind it
 * @param settings handed to the contender
 * @param share it gets one of so many of a benchmark's jobs, so that a slow one does not take all of a run's time
 */
public record Subject(String system, List<String> command, Map<String, String> settings, int share) {
    public Subject {
        command = List.copyOf(command);
        settings = Map.copyOf(settings);
    }

    Subject(String system, List<String> command, Map<String, String> settings) {
        this(system, command, settings, 1);
    }

    /** The same, with one of so many jobs. */
    Subject with(int otherShare) {
        return new Subject(system, command, settings, otherShare);
    }

    /** How many of a benchmark's jobs it is given. */
    int jobs(int all) {
        return Math.max(1, all / share);
    }

    /** One of the bench's own. */
    static Subject own(String system, Class<?> contender, Map<String, String> settings) {
        return new Subject(system, java(contender.getName(), System.getProperty("java.class.path")), settings);
    }

    /**
     * One that is written in Java and lives on a class path of its own.
     *
     * @param contender class of its {@link dev.holdfast.bench.contender.Contender}
     * @param classPath what its process needs beside the bench itself
     */
    static Subject peer(String system, String contender, String classPath, Map<String, String> settings) {
        String both = classPath + File.pathSeparator + System.getProperty("java.class.path");
        return new Subject(system, java(contender, both), settings);
    }

    private static List<String> java(String contender, String classPath) {
        return List.of(java(), "-Xmx2g", "-cp", classPath, ContenderMain.class.getName(), contender);
    }

    /** The Java that runs this. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The settings in one text, in a fixed order, and the share of the jobs unless it is given all. */
    public String setting() {
        Stream<String> all =
                settings.entrySet().stream().sorted(Map.Entry.comparingByKey()).map(Map.Entry::toString);
        return Stream.concat(all, share == 1 ? Stream.empty() : Stream.of("jobs=1/" + share))
                .collect(Collectors.joining(" "));
    }
}
