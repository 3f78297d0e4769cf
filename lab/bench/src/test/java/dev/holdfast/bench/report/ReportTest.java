package dev.holdfast.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class ReportTest {
    private static final Row OURS = new Row("holdfast", "prefetch=1", Figure.JOBS, List.of(90.0, 300.0, 120.0));
    private static final Row THEIRS = new Row("raw-sql", "batch<1>", Figure.JOBS, List.of(240.0, 200.0, 280.0, 120.0));
    private static final Ratio MISSED = new Ratio(OURS, THEIRS, Optional.of(Bound.atLeast(0.9)));
    private static final Findings FOUND = new Findings(
            Map.of("cores", 2), List.of(new Report("drain", List.of(OURS, THEIRS), List.of(MISSED), List.of("said"))));

    @Test
    void the_middle_of_the_rounds_counts() {
        assertThat(OURS.median()).isEqualTo(120);
        assertThat(THEIRS.median()).isEqualTo(220);
    }

    @Test
    void the_table_shows_each_system_with_its_spread_the_ratios_the_notes_and_the_machine() {
        assertThat(line("  holdfast")).contains("120", "90.00 to 300", "jobsPerSecond");
        assertThat(line("  raw-sql")).contains("220", "120 to 280");
        assertThat(line("     0.55")).contains("holdfast prefetch=1", "raw-sql", "at least 0.90; missed");
        assertThat(FOUND.tables()).contains("said").contains("cores 2");
    }

    private static String line(String beginning) {
        return FOUND.tables()
                .lines()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_bound_is_met_by_a_ratio_that_reaches_it_from_the_right_side() {
        assertThat(Bound.atLeast(0.9).isMetBy(0.9)).isTrue();
        assertThat(Bound.atLeast(0.9).isMetBy(0.89)).isFalse();
        assertThat(Bound.atMost(1.3).isMetBy(1.3)).isTrue();
        assertThat(Bound.atMost(1.3).isMetBy(1.31)).isFalse();
    }

    @Test
    void the_json_names_the_machine_the_rows_and_the_ratios() throws Exception {
        JsonNode json = new JsonMapper().readTree(FOUND.json());

        assertThat(json.at("/machine/cores").asInt()).isEqualTo(2);
        assertThat(json.at("/rows/0/jobsPerSecond").asDouble()).isEqualTo(120);
        assertThat(json.at("/rows/1/system").asText()).isEqualTo("raw-sql");
        assertThat(json.at("/rows/1/bench").asText()).isEqualTo("drain");
        assertThat(json.at("/ratios/0/to").asText()).isEqualTo("raw-sql");
        assertThat(json.at("/ratios/0/ratio").asDouble()).isEqualTo(120.0 / 220);
        assertThat(json.at("/ratios/0/met").asBoolean()).isFalse();
    }

    @Test
    void the_folder_gets_the_json_the_tables_and_a_plot_that_is_well_formed(@TempDir Path folder) throws Exception {
        FOUND.write(folder.resolve("new"));

        assertThat(folder.resolve("new/report.json")).hasContent(FOUND.json());
        assertThat(folder.resolve("new/report.txt")).hasContent(FOUND.tables());
        byte[] plot = Files.readAllBytes(folder.resolve("new/report.svg"));
        Document svg = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(plot));
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(2);
        assertThat(new String(plot, StandardCharsets.UTF_8)).contains("prefers-color-scheme:dark");
    }
}
