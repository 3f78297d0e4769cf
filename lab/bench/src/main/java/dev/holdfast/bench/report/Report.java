package dev.holdfast.bench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a benchmark found: a row a system, and how the first of them, which is ours, compares with each other.
 *
 * @param name of the benchmark
 * @param rows ours first
 */
public record Report(String name, List<Row> rows) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String LINE = "%-22s %-40s %12s %25s %8s%n";

    public Report {
        rows = List.copyOf(rows);
    }

    /** A table for people: medians, the spread of the rounds, and the ratio of ours to each. */
    public String table() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(LINE, "system", "setting", rows.get(0).unit(), "least to most", "ratio"));
        for (Row row : rows) {
            String spread = number(row.least()) + " to " + number(row.most());
            text.append(
                    String.format(LINE, row.system(), row.setting(), number(row.median()), spread, number(ratio(row))));
        }
        return text.append("ratio: ours at its first setting to the row's system, by their medians\n")
                .toString();
    }

    /** One line: machine, rows, ratios. */
    public String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("bench", name);
        all.put("machine", Machine.described());
        all.put("rows", rows.stream().map(Row::asJson).toList());
        all.put("ratios", ratios());
        try {
            return JSON.writeValueAsString(all);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain values can be written", e);
        }
    }

    private List<Map<String, Object>> ratios() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Row row : rows.subList(1, rows.size())) {
            all.add(Map.of(
                    "of", rows.get(0).system(), "to", row.system(), "setting", row.setting(), "ratio", ratio(row)));
        }
        return all;
    }

    private double ratio(Row other) {
        return rows.get(0).median() / other.median();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.2f", value);
    }
}
