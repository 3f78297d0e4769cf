package dev.holdfast.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.pg.PgConfig;
import dev.holdfast.pg.PgStore;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of an operator against a real database. */
class CommandsTest {
    private static final String URL = EmbeddedPostgres.shared().createDatabase();

    @TempDir
    Path folder;

    private CommandLineRun cli;

    @BeforeAll
    static void migrate(@TempDir Path folder) {
        CommandLineRun cli = new CommandLineRun(folder).with("HOLDFAST_DATABASE_URL", URL);
        assertThat(cli.run("migrate")).as(cli.err()).isZero();
    }

    @BeforeEach
    void setUp() {
        cli = new CommandLineRun(folder).with("HOLDFAST_DATABASE_URL", URL);
    }

    @Test
    void migratingTwiceDoesNothingTheSecondTime() {
        assertThat(cli.run("migrate")).isZero();
        assertThat(cli.out()).contains("already");
    }

    @Test
    void anUnmigratedDatabaseIsNamedWithTheCommandThatHelps() {
        cli.with("HOLDFAST_DATABASE_URL", EmbeddedPostgres.shared().createDatabase());

        assertThat(cli.run("jobs", "list")).isEqualTo(2);
        assertThat(cli.err()).contains("holdfast migrate");
    }

    @Test
    void anEnqueuedJobIsListedAndShown() throws Exception {
        long id = enqueue("report", "{\"n\":1}", "--queue", "slow", "--delay", "5m", "--priority", "7");

        assertThat(cli.run("jobs", "list", "--queue", "slow")).isZero();
        assertThat(cli.out().lines()).hasSize(2).last().asString().contains("scheduled", "slow", "report");
        assertThat(cli.run("jobs", "show", id + "", "--json")).isZero();
        assertThat(cli.json().get("payload").asText()).isEqualTo("{\"n\": 1}");
        assertThat(cli.json().get("priority").asInt()).isEqualTo(7);
        assertThat(cli.run("jobs", "show", id + "")).isZero();
        assertThat(cli.out()).contains("kind", "report");
    }

    @Test
    void aListIsNarrowedByQueueKindAndState() throws Exception {
        enqueue("a", "{}", "--queue", "narrow");
        enqueue("b", "{}", "--queue", "narrow");
        enqueue("b", "{}", "--queue", "other");

        assertThat(list("--queue", "narrow")).hasSize(2);
        assertThat(list("--queue", "narrow", "--kind", "a")).hasSize(1);
        assertThat(list("--queue", "narrow", "--state", "ready")).hasSize(2);
        assertThat(list("--queue", "narrow", "--state", "running")).isEmpty();
        assertThat(list("--queue", "narrow", "--limit", "1")).hasSize(1);
    }

    private JsonNode list(String... options) throws Exception {
        assertThat(cli.run(joined(List.of("jobs", "list", "--json"), options)))
                .as(cli.err())
                .isZero();
        return cli.json();
    }

    private static String[] joined(List<String> first, String... then) {
        return Stream.concat(first.stream(), Stream.of(then)).toArray(String[]::new);
    }

    @Test
    void aPayloadComesFromAFileOrFromStandardInput() throws Exception {
        Files.writeString(folder.resolve("payload.json"), "{\"from\":\"file\"}");

        show(enqueue("report", "@payload.json"));
        assertThat(cli.json().get("payload").asText()).contains("file");
        cli.typing("{\"from\":\"stdin\"}");
        show(enqueue("report", "-"));
        assertThat(cli.json().get("payload").asText()).contains("stdin");
    }

    @Test
    void forceIsAFieldOfThePayload() throws Exception {
        show(enqueue("report", "{\"n\":1}", "--force"));

        assertThat(cli.json().get("payload").asText()).contains("\"force\": true", "\"n\": 1");
    }

    @Test
    void aSecondJobOfAUniqueKeyIsFoldedIntoTheFirst() throws Exception {
        long first = enqueue("report", "{}", "--unique-key", "report:today");

        assertThat(enqueue("report", "{}", "--unique-key", "report:today")).isEqualTo(first);
        assertThat(cli.json().get("result").asText()).isEqualTo("coalesced");
    }

    @Test
    void aWaitingJobIsCancelledAtOnceAndCanBeEnqueuedAgain() throws Exception {
        long id = enqueue("report", "{}");

        assertThat(cli.run("jobs", "cancel", id + "", "--reason", "asked for twice"))
                .isZero();
        show(id);
        assertThat(cli.json().get("state").asText()).isEqualTo("cancelled");
        assertThat(cli.json().get("note").asText()).contains("asked for twice");
        assertThat(cli.run("jobs", "retry", id + "")).isZero();
    }

    @Test
    void aJobThatIsNotThereIsNotFound() {
        assertThat(cli.run("jobs", "show", "404")).isEqualTo(1);
        assertThat(cli.err()).contains("no job 404");
        assertThat(cli.run("jobs", "cancel", "404")).isEqualTo(1);
        assertThat(cli.run("jobs", "retry", "404")).isEqualTo(1);
        assertThat(cli.run("locks", "steal", "a/b", "--reason", "r")).isEqualTo(1);
        assertThat(cli.err()).contains("nobody holds a/b");
    }

    @Test
    void aHeldLockIsListedAndStolenWithAReason() throws Exception {
        enqueue("held", "{}");
        try (PgStore store = PgStore.open(PgConfig.of(URL));
                Session session = store.sessions().open(info())) {
            take(store, session, new LockKey("pr-actuation", "acme/site#7"));

            cli.run("locks", "list", "--json");
            assertThat(cli.json().get(0).get("key").asText()).isEqualTo("pr-actuation/acme/site#7");
            assertThat(cli.run("locks", "steal", "pr-actuation/acme/site#7", "--reason", "hangs"))
                    .isZero();
            assertThat(cli.out()).contains("is told to let go");
            assertThat(cli.run("locks", "list")).isZero();
            assertThat(cli.out()).contains("hangs");
            assertThat(cli.run("locks", "steal", "pr-actuation/acme/site#7", "--reason", "hangs", "--now"))
                    .isZero();
            assertThat(cli.out()).contains("is free");
        }
    }

    private static void take(PgStore store, Session session, LockKey key) {
        LeasedJob job = session.lease(new LeaseRequest(1, List.of("default"), Set.of("held"), 1, false))
                .jobs()
                .get(0);
        Owner owner =
                Owner.of(new LeaseToken(session.id(), 1), new JobId(job.id().value()));
        assertThat(store.locks().claim(key, owner).tryAcquire()).isInstanceOf(Acquisition.Granted.class);
    }

    private static SessionInfo info() {
        SessionInfo.ProcessInfo process = new SessionInfo.ProcessInfo("test", 1, "now", "0");
        return new SessionInfo("test", process, Set.of("held"), Duration.ofMinutes(5), Duration.ofMinutes(1));
    }

    private long enqueue(String kind, String payload, String... options) throws Exception {
        assertThat(cli.run(joined(List.of("enqueue", kind, payload, "--json"), options)))
                .as(cli.err())
                .isZero();
        return cli.json().get("job").asLong();
    }

    private void show(long id) {
        assertThat(cli.run("jobs", "show", id + "", "--json")).as(cli.err()).isZero();
    }
}
