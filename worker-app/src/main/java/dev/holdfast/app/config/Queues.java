package dev.holdfast.app.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which queues a worker serves.
 *
 * @param names in the order given
 * @param weights by name; empty if none was given
 */
record Queues(List<String> names, Map<String, Integer> weights) {
    /** Not a character of queue names, so that no name is taken for one with a weight. */
    private static final String WEIGHT = "=";

    /** Reads {@code urgent,bulk} or {@code urgent=3,bulk=1}. */
    static Queues parse(String text) {
        Map<String, Integer> weights = new LinkedHashMap<>();
        List<String> names = List.of(text.split(",", -1)).stream()
                .map(String::strip)
                .map(entry -> name(entry, weights))
                .toList();
        return new Queues(names, weights);
    }

    private static String name(String entry, Map<String, Integer> weights) {
        int at = entry.indexOf(WEIGHT);
        String name = at < 0 ? entry : entry.substring(0, at).strip();
        if (name.isEmpty()) {
            throw new IllegalArgumentException("names a queue between commas, got \"" + Shown.brief(entry) + "\"");
        }
        if (at >= 0 && weights.put(name, weight(entry, entry.substring(at + 1).strip())) != null) {
            throw new IllegalArgumentException("gives " + Shown.brief(name) + " two weights");
        }
        return name;
    }

    private static int weight(String entry, String number) {
        if (!number.matches("\\d{1,9}")) {
            throw new IllegalArgumentException("a weight is a whole number, got \"" + Shown.brief(entry) + "\"");
        }
        return Integer.parseInt(number);
    }
}
