package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Bound;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Ratio;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The figures of a benchmark's trials, and the ratios between them that it asks for. For one thread. */
final class Measured {
    private final Map<Trial, Map<Figure, List<Double>>> values = new LinkedHashMap<>();
    private final List<Ratio> ratios = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    void add(Trial trial, Map<Figure, Double> figures) {
        Map<Figure, List<Double>> mine = values.computeIfAbsent(trial, none -> new LinkedHashMap<>());
        figures.forEach((figure, value) ->
                mine.computeIfAbsent(figure, none -> new ArrayList<>()).add(value));
    }

    /** Compares two trials. One that was left out is not compared. */
    void ratio(Figure figure, Trial of, Trial to) {
        ratio(figure, of, to, Optional.empty());
    }

    void ratio(Figure figure, Trial of, Trial to, Bound bound) {
        ratio(figure, of, to, Optional.of(bound));
    }

    void ratio(Figure figure, Trial of, Trial to, Optional<Bound> bound) {
        ratio(row(of, figure), row(to, figure), bound);
    }

    /** Compares two figures of one trial. */
    void ratio(Trial trial, Figure of, Figure to, Bound bound) {
        ratio(row(trial, of), row(trial, to), Optional.of(bound));
    }

    private void ratio(Optional<Row> of, Optional<Row> to, Optional<Bound> bound) {
        of.ifPresent(first -> to.ifPresent(second -> ratios.add(new Ratio(first, second, bound))));
    }

    void note(String line) {
        notes.add(line);
    }

    private Optional<Row> row(Trial trial, Figure figure) {
        return Optional.ofNullable(values.getOrDefault(trial, Map.of()).get(figure))
                .map(taken -> new Row(trial.subject().system(), trial.setting(), figure, taken));
    }

    Report report(String name) {
        List<Row> rows = new ArrayList<>();
        values.forEach((trial, figures) ->
                figures.keySet().forEach(figure -> rows.add(row(trial, figure).orElseThrow())));
        return new Report(name, rows, ratios, notes);
    }
}
