package dev.holdfast.bench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that a run found.
 *
 * @param machine on what it ran
 * @param reports one a benchmark
 */
public record Findings(Map<String, Object> machine, List<Report> reports) {
    private static final JsonMapper JSON = new JsonMapper();

    public Findings {
        machine = new LinkedHashMap<>(machine);
        reports = List.copyOf(reports);
    }

    /** Tables for people, and the machine. */
    public String tables() {
        String on = machine.entrySet().stream()
                .map(fact -> fact.getKey() + " " + fact.getValue())
                .collect(Collectors.joining(", "));
        return reports.stream().map(Report::table).collect(Collectors.joining("\n")) + "\nmeasured on " + on + "\n";
    }

    /** One line: machine, rows, ratios. */
    public String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("bench", reports.stream().map(Report::name).collect(Collectors.joining(", ")));
        all.put("machine", machine);
        all.put("rows", each(report -> report.rows().stream().map(row -> row.asJson(report.name()))));
        all.put("ratios", each(report -> report.ratios().stream().map(ratio -> ratio.asJson(report.name()))));
        all.put("notes", each(report -> report.notes().stream()));
        try {
            return JSON.writeValueAsString(all);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain values can be written", e);
        }
    }

    private <T> List<T> each(Function<Report, Stream<T>> part) {
        return reports.stream().flatMap(part).toList();
    }

    /** Writes {@code report.json}, {@code report.txt} and {@code report.svg} into a folder, which is made if need be. */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("report.json"), json() + "\n");
        Files.writeString(folder.resolve("report.txt"), tables());
        Files.writeString(folder.resolve("report.svg"), new Plot(this).svg());
    }
}
