package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Row;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures several subjects side by side: each round measures every one of them once, so that what else the machine
 * does meanwhile meets all alike.
 */
public final class Rounds {
    private final int rounds;
    private final PrintStream progress;

    public Rounds(int rounds, PrintStream progress) {
        this.rounds = rounds;
        this.progress = progress;
    }

    /** Measures a subject once. */
    @FunctionalInterface
    interface Measurement {
        double of(Subject subject) throws Exception;
    }

    Report measure(String name, String unit, List<Subject> subjects, Measurement measurement) throws Exception {
        List<List<Double>> values = subjects.stream()
                .<List<Double>>map(subject -> new ArrayList<>())
                .toList();
        for (int round = 1; round <= rounds; round++) {
            for (int i = 0; i < subjects.size(); i++) {
                double value = measurement.of(subjects.get(i));
                values.get(i).add(value);
                tell(round, subjects.get(i), value, unit);
            }
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < subjects.size(); i++) {
            rows.add(new Row(subjects.get(i).system(), subjects.get(i).setting(), unit, values.get(i)));
        }
        return new Report(name, rows);
    }

    private void tell(int round, Subject subject, double value, String unit) {
        String what = subject.system() + " " + subject.setting();
        progress.printf(Locale.ROOT, "round %d of %d: %s: %,.0f %s%n", round, rounds, what.strip(), value, unit);
    }
}
