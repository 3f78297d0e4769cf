package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Bound;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether a drain is as fast with millions of jobs waiting behind the ones that are run as with a few. */
public final class Backlog {
    private final Setup setup;
    private final Draining draining;
    private final List<Integer> sizes;

    /**
     * @param jobs that are run of each backlog
     * @param sizes how many wait behind them, the least first
     */
    public Backlog(Setup setup, int jobs, List<Integer> sizes) {
        this.setup = setup;
        this.draining = new Draining(setup.lab(), jobs);
        this.sizes = List.copyOf(sizes);
    }

    public Report run() throws Exception {
        List<Trial> ours = waiting(Subjects.HOLDFAST);
        List<Trial> plain = waiting(Subjects.RAW);
        List<Trial> all = new ArrayList<>(ours);
        all.addAll(plain);
        Measured measured = setup.rounds().measure(all);
        for (int i = 1; i < sizes.size(); i++) {
            measured.ratio(Figure.JOBS, ours.get(i), ours.get(0), Bound.atLeast(0.9));
            measured.ratio(Figure.JOBS, plain.get(i), plain.get(0));
        }
        for (int i = 0; i < sizes.size(); i++) {
            measured.ratio(Figure.JOBS, ours.get(i), plain.get(i));
        }
        return measured.report("backlog");
    }

    private List<Trial> waiting(Subject subject) {
        return sizes.stream()
                .map(size -> Trial.of(
                        subject, String.format(Locale.ROOT, "%,d wait behind", size), () -> draining.of(subject, size)))
                .toList();
    }
}
