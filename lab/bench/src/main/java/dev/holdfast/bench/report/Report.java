package dev.holdfast.bench.report;

import java.util.List;
import java.util.Locale;

/**
 * What a benchmark found.
 *
 * @param name of the benchmark
 * @param rows ours first
 * @param ratios of rows to others
 * @param notes lines for people: what no figure says
 */
public record Report(String name, List<Row> rows, List<Ratio> ratios, List<String> notes) {
    private static final String LINE = "  %-20s %-52s %-10s %14s %-15s %s%n";

    public Report {
        rows = List.copyOf(rows);
        ratios = List.copyOf(ratios);
        notes = List.copyOf(notes);
    }

    /** A report without notes. */
    public Report(String name, List<Row> rows, List<Ratio> ratios) {
        this(name, rows, ratios, List.of());
    }

    /** A table for people: medians, the spread of the rounds, and the ratios. */
    public String table() {
        StringBuilder text = new StringBuilder(name).append('\n');
        text.append(String.format(LINE, "system", "setting", "figure", "median", "unit", "least to most"));
        rows.forEach(row -> text.append(line(row)));
        if (!ratios.isEmpty()) {
            text.append("  ratios of medians\n");
            ratios.forEach(ratio -> text.append(ratio.line()));
        }
        notes.forEach(note -> text.append("  ").append(note).append('\n'));
        return text.toString();
    }

    private static String line(Row row) {
        String spread = number(row.least()) + " to " + number(row.most());
        return String.format(
                LINE,
                row.system(),
                row.setting(),
                row.figure().name(),
                number(row.median()),
                row.figure().unit(),
                spread);
    }

    static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.2f", value);
    }
}
