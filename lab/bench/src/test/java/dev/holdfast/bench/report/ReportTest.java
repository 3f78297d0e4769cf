package dev.holdfast.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Row OURS = new Row("holdfast", "prefetch=1", "jobsPerSecond", List.of(90.0, 300.0, 120.0));
    private static final Row THEIRS =
            new Row("raw-sql", "batch=1", "jobsPerSecond", List.of(240.0, 200.0, 280.0, 120.0));

    @Test
    void the_middle_of_the_rounds_counts() {
        assertThat(OURS.median()).isEqualTo(120);
        assertThat(THEIRS.median()).isEqualTo(220);
    }

    @Test
    void the_table_shows_each_system_with_its_spread_and_the_ratio_of_ours_to_it() {
        String table = new Report("drain", List.of(OURS, THEIRS)).table();

        assertThat(table.lines().filter(line -> line.startsWith("holdfast")).findFirst())
                .get()
                .asString()
                .contains("120", "90.00 to 300", "1.00");
        assertThat(table.lines().filter(line -> line.startsWith("raw-sql")).findFirst())
                .get()
                .asString()
                .contains("220", "120 to 280", "0.55");
    }

    @Test
    void the_json_names_the_machine_the_rows_and_the_ratios() throws Exception {
        JsonNode json = new JsonMapper().readTree(new Report("drain", List.of(OURS, THEIRS)).json());

        assertThat(json.at("/machine/cores").asInt()).isPositive();
        assertThat(json.at("/rows/0/jobsPerSecond").asDouble()).isEqualTo(120);
        assertThat(json.at("/rows/1/system").asText()).isEqualTo("raw-sql");
        assertThat(json.at("/ratios/0/to").asText()).isEqualTo("raw-sql");
        assertThat(json.at("/ratios/0/ratio").asDouble()).isEqualTo(120.0 / 220);
    }
}
