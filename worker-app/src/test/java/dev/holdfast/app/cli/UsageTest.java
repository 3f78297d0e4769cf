package dev.holdfast.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command line says to somebody who is new, or wrong. No database is asked. */
class UsageTest {
    @TempDir
    Path folder;

    private CommandLineRun cli;

    @BeforeEach
    void setUp() {
        cli = new CommandLineRun(folder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo",
                "work",
                "migrate",
                "enqueue",
                "jobs list",
                "jobs show",
                "jobs cancel",
                "jobs retry",
                "locks list",
                "locks steal",
                "locks explain",
                "locks audit"
            })
    void everyCommandHasHelpWithAnExampleAndItsExitCodes(String command) {
        String[] arguments = (command + " --help").split(" ");

        assertThat(cli.run(arguments)).isZero();
        assertThat(cli.out()).contains("Usage: holdfast " + command, "Example", "Exit codes:");
    }

    @Test
    void theVersionIsOneLine() {
        assertThat(cli.run("--version")).isZero();
        assertThat(cli.out()).startsWith("holdfast ").hasLineCount(1);
    }

    @Test
    void nothingIsNotACommandAndHelpIsShown() {
        assertThat(cli.run()).isEqualTo(2);
        assertThat(cli.out()).contains("holdfast demo");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "jobs lst; Did you mean: jobs list?",
                "jobs; say what: list, show, cancel or retry",
                "locks; say what: list, steal, explain or audit",
                "jobs show abc; 'abc' is not a long",
                "jobs list --state odd; expected one of",
                "enqueue; Missing required parameter: 'KIND'",
                "enqueue A; kind \"A\" must be 1 to 200 characters",
                "enqueue a {; payload is not acceptable JSON",
                "enqueue a {} --priority 10; priority must be 0 to 9, got 10",
                "enqueue a {} --delay 5; \"5\" is not a duration like 500ms, 30s or 5m",
                "enqueue a {} --delay -5s; is not a duration",
                "enqueue a {} --max-attempts 0; max attempts must be 1 to 1000, got 0",
                "enqueue a {} --unique-key A; unique key \"A\" must be",
                "enqueue a @absent.json; there is no file",
                "enqueue a [] --force; --force needs a payload that is a JSON object",
                "locks steal a/b; Missing required option: '--reason=TEXT'",
                "locks steal ab --reason r; a lock key reads namespace/name",
                "locks list --limit 0; --limit must be 1 to 10000",
                "jobs list --limit 1001; limit must be 1 to 1000",
                "jobs list; HOLDFAST_DATABASE_URL is not set",
                "work; HOLDFAST_DATABASE_URL is not set",
                "migrate --config absent.properties; there is no such file",
                "demo --deliveries 0; --deliveries must be 1 to",
                "demo --replicas 1 --redeploy; --redeploy needs --replicas 2 or more",
            })
    void whatIsWrongIsSaidInOneLineWithoutAStackTrace(String command, String expected) {
        assertThat(cli.run(command.split(" "))).isEqualTo(2);
        assertThat(cli.err().lines().findFirst().orElse("") + cli.err()).contains(expected);
        assertThat(cli.err()).startsWith("holdfast: ").doesNotContain("\tat ");
        assertThat(cli.err().lines()).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void aStackTraceIsShownToThoseWhoAsk() {
        assertThat(cli.run("enqueue", "A", "--verbose")).isEqualTo(2);
        assertThat(cli.err()).contains("holdfast: kind \"A\"", "\tat ");
    }

    @Test
    void aDatabaseThatIsAwayIsNamedWithTheKeyThatLeadsToIt() {
        cli.with("HOLDFAST_DATABASE_URL", "postgres://app:topsecret@127.0.0.1:1/jobs");

        assertThat(cli.run("jobs", "list")).isEqualTo(1);
        assertThat(cli.err())
                .contains("the database cannot be reached (HOLDFAST_DATABASE_URL)")
                .doesNotContain("topsecret");
    }

    @Test
    void helpForWorkListsEveryKey() {
        cli.run("work", "--help");

        assertThat(cli.out()).contains("HOLDFAST_DATABASE_URL", "STOP_GRACE_PERIOD (60s)", "HOLDFAST_INSTANCE");
    }

    @Test
    void aWorkerRefusesAnUnknownKeyBeforeAnythingElse() {
        assertThat(cli.with("HOLDFAST_POOL", "3").run("work")).isEqualTo(2);
        assertThat(cli.err()).contains("HOLDFAST_POOL; did you mean HOLDFAST_POLL?");
    }
}
