package dev.holdfast.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The demo as a newcomer runs it: the packaged program, in an empty folder. */
class DemoIT {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration RUN = Duration.ofMinutes(4);
    /** A worker whose demo is gone, and its database with it, ends by its kill deadline. */
    private static final Duration GONE = Duration.ofSeconds(30);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private Process demo;

    @AfterEach
    void tearDown() throws InterruptedException {
        if (demo != null) {
            demo.destroyForcibly().waitFor();
        }
    }

    @Test
    void endsWithItsReportAsOneJsonObjectAndRunsAgainOnTheSameData() throws Exception {
        JsonNode first = finished("demo", "--once", "--deliveries", "8", "--json");
        JsonNode second = finished("demo", "--once", "--deliveries", "8", "--json");

        for (JsonNode report : List.of(first, second)) {
            assertThat(names(report))
                    .containsExactly(
                            "jobsIn",
                            "jobsFinished",
                            "attempts",
                            "handOvers",
                            "strandingMaxMs",
                            "overlappingActuations",
                            "duplicateActuations",
                            "staleWritesRefused",
                            "drains");
            assertThat(report.get("jobsIn").asLong())
                    .isPositive()
                    .isEqualTo(report.get("jobsFinished").asLong());
            assertThat(report.get("drains")).hasSize(1);
        }
    }

    @Test
    void showsTheDrainStepByStepOnCtrlCAndExitsWithZero() throws Exception {
        start("demo");
        await().atMost(START).until(() -> output().contains("takes lock"));

        signal("INT");

        assertThat(demo.waitFor(RUN.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(demo.exitValue()).as(output()).isZero();
        assertThat(output())
                .containsSubsequence("DRAINING", "FENCING", "RELEASING", "stopped after", "all checks passed");
        assertThat(lastLine()).contains("deliveries", "drained in");
    }

    @Test
    void takesEveryProcessWithItWhenItIsKilled() throws Exception {
        start("demo", "--replicas", "2");
        await().atMost(START).until(() -> output().contains("takes lock"));
        List<ProcessHandle> family = demo.descendants().toList();

        signal("KILL");

        // PostgreSQL, the stand-in, two workers.
        assertThat(family).hasSizeGreaterThan(3);
        await().atMost(GONE).until(() -> family.stream().noneMatch(ProcessHandle::isAlive));
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgres", "redis"})
    void replacesKillsAndFreezesWorkersWithoutDoingAnythingTwice(String locks) throws Exception {
        JsonNode report = finished("demo", "--replicas", "3", "--redeploy", "--json", "--locks", locks);

        assertThat(report.get("jobsIn").asLong())
                .isEqualTo(report.get("jobsFinished").asLong());
        assertThat(report.get("overlappingActuations").asInt()).isZero();
        assertThat(report.get("duplicateActuations").asInt()).isZero();
        assertThat(report.get("staleWritesRefused").asInt()).isPositive();
        assertThat(report.get("handOvers").asInt()).isPositive();
        // Three that were replaced, three at the end: four started beside them, one of which was killed.
        assertThat(report.get("drains")).hasSize(6);
    }

    private JsonNode finished(String... arguments) throws Exception {
        start(arguments);
        assertThat(demo.waitFor(RUN.toSeconds(), TimeUnit.SECONDS)).as(output()).isTrue();
        assertThat(demo.exitValue()).as(output()).isZero();
        return new JsonMapper().readTree(lastLine());
    }

    private void start(String... arguments) throws IOException {
        // A build in the background of a shell hands on that Ctrl-C is ignored, and a JVM leaves an ignored signal
        // alone.
        List<String> command = new ArrayList<>(List.of(
                "env",
                "--default-signal=INT",
                "setsid",
                java(),
                "-cp",
                Path.of("target/lib").toAbsolutePath() + "/*"));
        command.add("dev.holdfast.app.Main");
        command.addAll(List.of(arguments));
        demo = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private void signal(String name) throws Exception {
        new ProcessBuilder("sh", "-c", "kill -" + name + " " + demo.pid())
                .start()
                .waitFor();
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("output"));
    }

    private String lastLine() throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("output"));
        return lines.get(lines.size() - 1);
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        for (Iterator<String> each = object.fieldNames(); each.hasNext(); ) {
            names.add(each.next());
        }
        return names;
    }
}
