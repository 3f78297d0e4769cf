package dev.holdfast.github.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.github.api.Caller;
import dev.holdfast.github.api.GitHub;
import dev.holdfast.github.api.Pull;
import dev.holdfast.github.api.Rest;
import dev.holdfast.github.http.HttpCalls;
import dev.holdfast.github.pull.PullId;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandInProcessTest {
    private static final PullId PULL = new PullId("octo", "shop", 8);

    @TempDir
    Path directory;

    @Test
    void it_serves_until_its_standard_input_closes() throws Exception {
        Path log = directory.resolve("calls.log");
        Process process = start(log);
        try (BufferedReader output = process.inputReader()) {
            String first = output.readLine();
            assertThat(first).matches("listening on \\d+");
            GitHub github = github(Integer.parseInt(first.substring("listening on ".length())));

            Pull pull = github.pull(PULL);
            github.merge(PULL, pull.headSha());
            assertThat(github.pull(PULL).status()).isEqualTo(Pull.Status.MERGED);
            github.merge(PULL, pull.headSha());

            process.getOutputStream().close();
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
        var verdict = new GitHubDemo().judge(log);
        assertThat(verdict.duplicateActuations()).isEqualTo(1);
        assertThat(verdict.counts()).containsEntry("merges", 2L);
    }

    private static Process start(Path log) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        new GitHubDemo().standInMain(),
                        log.toString(),
                        "callMillis=5",
                        "approvePercent=50")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static GitHub github(int port) {
        URI url = URI.create(new GitHubDemo().settingsFor(port).get("GITHUB_API_URL"));
        Rest.Endpoint endpoint = new Rest.Endpoint(url, "token", Duration.ofSeconds(10));
        return new GitHub(new Rest(new HttpCalls(), endpoint, new Caller("1/1", Optional.empty())));
    }
}
