package dev.holdfast.bench.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Row;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What every job passes through in the worker's process, measured by JMH. That is fetched as peers are, and for the same
 * reason: it is no part of this project.
 */
public final class HotPaths {
    private static final Figure COST = new Figure("cost", "nanoseconds");

    private final Setup setup;
    private final int forks;

    /** @param forks processes that measure one after another */
    public HotPaths(Setup setup, int forks) {
        this.setup = setup;
        this.forks = forks;
    }

    /** Blocks until all are measured. */
    public Report run() throws Exception {
        Optional<String> jmh = setup.withPeers() ? setup.peers().hotPaths() : Optional.empty();
        if (jmh.isEmpty()) {
            return new Report("hot", List.of(), List.of(), List.of("not measured: JMH was not to be had"));
        }
        Path result = Files.createTempFile("holdfast-hot", ".json");
        try {
            measure(jmh.get(), result);
            return new Report("hot", rows(new JsonMapper().readTree(result.toFile())), List.of());
        } finally {
            Files.deleteIfExists(result);
        }
    }

    private void measure(String jmh, Path result) throws IOException, InterruptedException {
        String classPath = jmh + File.pathSeparator + System.getProperty("java.class.path");
        List<String> command = new ArrayList<>(List.of(Subject.java(), "-cp", classPath, "org.openjdk.jmh.Main"));
        command.addAll(List.of("-f", Integer.toString(forks), "-wi", "3", "-w", "1s", "-i", "5", "-r", "500ms"));
        command.addAll(List.of("-foe", "true", "-v", "SILENT", "-rf", "json", "-rff", result.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (process.waitFor() != 0) {
                throw new IllegalStateException("JMH failed");
            }
        } finally {
            process.destroy();
        }
    }

    /** A row a benchmark; each iteration counts as a round. */
    private static List<Row> rows(JsonNode results) {
        List<Row> rows = new ArrayList<>();
        for (JsonNode result : results) {
            String name = result.path("benchmark").asText();
            List<Double> values = new ArrayList<>();
            result.at("/primaryMetric/rawData").forEach(fork -> fork.forEach(value -> values.add(value.asDouble())));
            rows.add(new Row("holdfast", name.substring(name.lastIndexOf('.') + 1), COST, values));
        }
        return rows;
    }
}
