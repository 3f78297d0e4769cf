package dev.holdfast.bench.report;

import java.util.List;
import java.util.Locale;

/**
 * The figures as bars, one group a benchmark and unit, in SVG that reads on light and on dark ground. Bars of a group
 * share one scale, from zero; a thin line over each shows the spread of the rounds.
 */
final class Plot {
    private static final int WIDTH = 860;
    private static final int LABEL = 380;
    private static final int BAR = 330;
    private static final int STEP = 22;
    private static final int HEADING = 34;
    private static final String STYLE =
            "text{font:12px system-ui,sans-serif;fill:#1f2328}.head{font-weight:600;font-size:14px}"
                    + ".ours{fill:#2f6fb0}.other{fill:#9aa4af}.spread{stroke:#1f2328;stroke-width:1}"
                    + "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.ours{fill:#6cb0ef}.other{fill:#6e7681}"
                    + ".spread{stroke:#e6edf3}}";

    private final Findings findings;
    private final StringBuilder body = new StringBuilder();
    private int y = 8;

    Plot(Findings findings) {
        this.findings = findings;
    }

    String svg() {
        for (Report report : findings.reports()) {
            List<Figure> figures =
                    report.rows().stream().map(Row::figure).distinct().toList();
            figures.forEach(figure -> group(report, figure));
        }
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">"
                        + "<title>Benchmarks of Holdfast</title><style>%s</style>%n%s</svg>%n",
                WIDTH,
                y + 8,
                WIDTH,
                y + 8,
                STYLE,
                body);
    }

    private void group(Report report, Figure figure) {
        List<Row> rows = report.rows().stream()
                .filter(row -> row.figure().equals(figure))
                .toList();
        double most = rows.stream().mapToDouble(Row::most).max().orElse(1);
        y += HEADING;
        text(0, y - 10, "head", report.name() + ", " + figure.name() + " (" + figure.unit() + ")");
        rows.forEach(row -> bar(row, BAR / Math.max(most, Double.MIN_NORMAL)));
    }

    private void bar(Row row, double scale) {
        String kind = row.system().equals("holdfast") ? "ours" : "other";
        text(0, y + 14, "label", row.who());
        add(
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\"/>",
                kind, LABEL, y + 3, row.median() * scale);
        add(
                "<line class=\"spread\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
                LABEL + row.least() * scale, LABEL + row.most() * scale, y + 10, y + 10);
        text(LABEL + BAR + 8, y + 14, "value", Report.number(row.median()));
        y += STEP;
    }

    private void text(int x, int line, String kind, String text) {
        add("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>", kind, x, line, escaped(text));
    }

    private void add(String element, Object... values) {
        body.append(String.format(Locale.ROOT, element + "%n", values));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
