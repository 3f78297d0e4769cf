package dev.holdfast.github.demo;

import dev.holdfast.github.json.Json;
import dev.holdfast.plugin.DemoScenario.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Counts in the stand-in's log what must not have happened.
 *
 * <p><b>Overlapping</b>: a pair of changing calls on one pull request, by different attempts, that were under way at one
 * moment. The log has the end of a call even if its caller died; only a call the stand-in itself did not live to answer
 * has none, and it counts as going on for ever.
 *
 * <p><b>Duplicate</b>: each acceptance but the first of one effect, which is a kind of change of one pull request at one
 * head; comments are told apart by their first line, labels by their name.
 *
 * @param calls in the order of their starts
 */
record Judge(List<LoggedCall> calls) {
    static Judge read(Path log) {
        try {
            return of(Files.readAllLines(log));
        } catch (IOException e) {
            throw new UncheckedIOException("stand-in's log " + log, e);
        }
    }

    static Judge of(List<String> lines) {
        Map<Long, LoggedCall> calls = new LinkedHashMap<>();
        for (String line : lines) {
            // A line without its end is the last one of a stand-in that was killed while writing it.
            if (line.endsWith("}")) {
                add(calls, Json.parse(line));
            }
        }
        return new Judge(List.copyOf(calls.values()));
    }

    private static void add(Map<Long, LoggedCall> calls, Json line) {
        long number = line.number("call");
        if (line.text("at").equals("start")) {
            calls.put(number, LoggedCall.started(line));
        } else {
            calls.computeIfPresent(number, (same, call) -> call.ended(line));
        }
    }

    Verdict verdict() {
        return new Verdict(overlaps(), duplicates(), counts());
    }

    private int overlaps() {
        Collection<List<LoggedCall>> byPull = actuations().stream()
                .collect(Collectors.groupingBy(LoggedCall::pull))
                .values();
        return byPull.stream().mapToInt(Judge::collisions).sum();
    }

    private static int collisions(List<LoggedCall> calls) {
        int found = 0;
        for (int later = 1; later < calls.size(); later++) {
            LoggedCall call = calls.get(later);
            found += (int)
                    calls.subList(0, later).stream().filter(call::collidesWith).count();
        }
        return found;
    }

    private int duplicates() {
        Map<String, Long> accepted = actuations().stream()
                .filter(call -> call.span().accepted())
                .collect(Collectors.groupingBy(LoggedCall::effect, Collectors.counting()));
        return accepted.values().stream()
                .mapToInt(times -> Math.toIntExact(times - 1))
                .sum();
    }

    private List<LoggedCall> actuations() {
        return calls.stream().filter(call -> call.kind().isActuation()).toList();
    }

    /** What was done, by kind; reading is not counted. */
    private Map<String, Long> counts() {
        Map<CallKind, Long> accepted = calls.stream()
                .filter(call -> call.span().accepted())
                .map(LoggedCall::kind)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        Map<String, Long> counts = new TreeMap<>();
        counts.put("reviews", accepted.getOrDefault(CallKind.REVIEW, 0L));
        counts.put("merges", accepted.getOrDefault(CallKind.MERGE, 0L));
        counts.put("closes", accepted.getOrDefault(CallKind.CLOSE, 0L));
        counts.put("labels", accepted.getOrDefault(CallKind.LABEL, 0L));
        counts.put("comments", accepted.getOrDefault(CallKind.COMMENT, 0L));
        return counts;
    }
}
