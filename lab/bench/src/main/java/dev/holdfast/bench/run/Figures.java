package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Figure;
import java.util.LinkedHashMap;
import java.util.Map;

/** From a contender's answers to figures. */
final class Figures {
    private static final double MILLIS_PER_SECOND = 1000;

    private Figures() {}

    /** The rate of an answer to something that took all its time for that many jobs. */
    static Map<Figure, Double> rate(int jobs, Map<String, Double> answer) {
        return Map.of(Figure.JOBS, jobs * MILLIS_PER_SECOND / answer.get("millis"));
    }

    static Map<Figure, Double> latencies(Map<String, Double> answer) {
        Map<Figure, Double> all = new LinkedHashMap<>();
        all.put(Figure.P50, answer.get("p50Millis"));
        all.put(Figure.P99, answer.get("p99Millis"));
        return all;
    }
}
