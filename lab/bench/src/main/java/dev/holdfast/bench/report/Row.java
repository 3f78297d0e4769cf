package dev.holdfast.bench.report;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * One figure of one system at one setting, over all rounds.
 *
 * @param system its name
 * @param setting at which settings
 * @param figure what the values are
 * @param values one a round, in order
 */
public record Row(String system, String setting, Figure figure, List<Double> values) {
    public Row {
        values = List.copyOf(values);
    }

    public double median() {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    double least() {
        return Collections.min(values);
    }

    double most() {
        return Collections.max(values);
    }

    /** System and setting in one text. */
    String who() {
        return (system + " " + setting).strip();
    }

    /** As it stands in the JSON answer. */
    Map<String, Object> asJson(String bench) {
        return Map.of(
                "bench",
                bench,
                "system",
                system,
                "setting",
                setting,
                "figure",
                figure.name(),
                figure.unit(),
                median(),
                "least",
                least(),
                "most",
                most());
    }
}
