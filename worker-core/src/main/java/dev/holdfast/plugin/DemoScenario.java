package dev.holdfast.plugin;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** SPI: a plugin's part in the demo: what it talks to, what is delivered, and how the outcome is judged. */
public interface DemoScenario {
    /**
     * Main class of the stand-in for the outside systems, run as a process of its own. Its arguments are the log file
     * and {@code key=value} options; it listens on loopback on a free port, prints {@code listening on PORT} as its
     * first line, and ends when its standard input closes.
     */
    String standInMain();

    /** Options for it, as {@code key=value}. */
    default List<String> standInOptions() {
        return List.of();
    }

    /** Settings that point a worker at a stand-in. */
    Map<String, String> settingsFor(int standInPort);

    /**
     * Deliveries made from real ones, varied by the seed so that each run is new to the database.
     *
     * @param run names this run; part of every id
     * @param count how many
     */
    List<DemoDelivery> deliveries(String run, int count);

    /**
     * One delivery, unsigned.
     *
     * @param about what a person would call it
     */
    record DemoDelivery(String id, String event, String body, String about) {}

    /** Kinds that take long: a worker that runs one may be frozen, so that it ends too late. */
    default Set<String> slowKinds() {
        return Set.of();
    }

    /** Namespaces of locks that guard a mutation: a worker that wakes up too late with one of them halts. */
    default Set<String> guardingNamespaces() {
        return Set.of();
    }

    /** Reads the stand-in's own log and counts what must not have happened. */
    Verdict judge(Path standInLog);

    /**
     * What the outside world saw.
     *
     * @param overlappingActuations pairs of calls on one resource that overlapped in time
     * @param duplicateActuations effects that were applied more than once
     * @param counts what was done, by name, for people
     */
    record Verdict(int overlappingActuations, int duplicateActuations, Map<String, Long> counts) {}
}
