package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Figure;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures several trials side by side: each round takes every one of them once, so that what else the machine does
 * meanwhile meets all alike.
 */
public final class Rounds {
    private final int rounds;
    private final PrintStream progress;

    /** @param progress told each figure as it is taken */
    public Rounds(int rounds, PrintStream progress) {
        this.rounds = rounds;
        this.progress = progress;
    }

    Rounds times(int number) {
        return new Rounds(number, progress);
    }

    Measured measure(List<Trial> trials) throws Exception {
        List<Trial> left = new ArrayList<>(trials);
        Measured measured = new Measured();
        for (int round = 1; round <= rounds; round++) {
            for (Trial trial : thereAndBack(round, left)) {
                if (!take(round, trial, measured)) {
                    left.remove(trial);
                }
            }
        }
        return measured;
    }

    /**
     * Every other round goes backwards: what is compared stands side by side and stays so, and none always follows the same
     * one.
     */
    private static List<Trial> thereAndBack(int round, List<Trial> trials) {
        List<Trial> order = new ArrayList<>(trials);
        if (round % 2 == 0) {
            Collections.reverse(order);
        }
        return order;
    }

    private boolean take(int round, Trial trial, Measured measured) throws Exception {
        try {
            Map<Figure, Double> figures = trial.measurement().take();
            measured.add(trial, figures);
            progress.println("round " + round + " of " + rounds + ": " + trial + ": " + text(figures));
            return true;
        } catch (IllegalStateException e) {
            if (!trial.mayFail()) {
                throw e;
            }
            progress.println("left out: " + e.getMessage());
            return false;
        }
    }

    private static String text(Map<Figure, Double> figures) {
        List<String> all = new ArrayList<>();
        figures.forEach((figure, value) ->
                all.add(String.format(Locale.ROOT, "%s %,.2f %s", figure.name(), value, figure.unit())));
        return String.join(", ", all);
    }
}
