package dev.holdfast.app.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.holdfast.app.config.Logs;
import dev.holdfast.event.Claimant;
import dev.holdfast.event.LockTimes;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventLogTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "acme/site#7");

    private static final Claimant BY =
            new Claimant(Owner.of(new LeaseToken(new SessionId(3), 8), new JobId(4)), "pr-actuate", "postgres", true);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @AfterEach
    void tearDown() {
        Logging.quiet(out);
    }

    @Test
    void everyEventHasItsWords() {
        assertThat(WorkerEvent.class.getPermittedSubclasses()).allMatch(Wording::knows);
    }

    @Test
    void aTextLineIsATimeALevelAndWords() {
        Logging.start(new Logs(Logs.Format.TEXT, Logs.Level.INFO), out);

        new EventLog().on(new WorkerEvent.LockGranted(KEY, new JobId(4), new FencingToken(9), BY));

        assertThat(lines())
                .singleElement()
                .asString()
                .endsWith(" INFO  job 4 takes lock pr-actuation/acme/site#7 (fence 9)");
    }

    @Test
    void aJsonLineCarriesTheFieldsAsNumbersAndTexts() throws Exception {
        Logging.start(new Logs(Logs.Format.JSON, Logs.Level.DEBUG), out);

        new EventLog()
                .on(new WorkerEvent.AttemptEnded(
                        new JobId(4),
                        "pr-review",
                        new LeaseToken(new SessionId(3), 8),
                        "Completed",
                        "merged \"it\"",
                        Duration.ofMillis(1250)));
        LockTimes times = new LockTimes(Duration.ofSeconds(2), Duration.ofMillis(6), Duration.ofMillis(5));
        new EventLog()
                .on(new WorkerEvent.LockReleased(
                        KEY, new JobId(4), Optional.empty(), Release.RELEASED, "settled", BY, times));

        JsonNode ended = new JsonMapper().readTree(lines().get(0));
        assertThat(ended.get("event").asText()).isEqualTo("AttemptEnded");
        assertThat(ended.get("job").asLong()).isEqualTo(4);
        assertThat(ended.get("session").asLong()).isEqualTo(3);
        assertThat(ended.get("lease").asLong()).isEqualTo(8);
        assertThat(ended.get("tookMs").asLong()).isEqualTo(1250);
        assertThat(ended.get("message").asText()).isEqualTo("job 4 pr-review: Completed after 1.2 s: merged \"it\"");
        JsonNode released = new JsonMapper().readTree(lines().get(1));
        assertThat(released.has("fence")).isFalse();
        assertThat(released.get("key").asText()).isEqualTo("pr-actuation/acme/site#7");
        assertThat(released.get("session").asLong()).isEqualTo(3);
        assertThat(released.get("token").asText())
                .isEqualTo(BY.owner().token().value().toString());
        assertThat(released.get("kind").asText()).isEqualTo("pr-actuate");
        assertThat(released.get("sinceGrantedMs").asLong()).isEqualTo(2000);
    }

    @Test
    void aFailedRoundIsLoggedWithItsStack() {
        Logging.start(new Logs(Logs.Format.TEXT, Logs.Level.INFO), out);

        new EventLog().on(new WorkerEvent.RoundFailed("reaper", new IllegalStateException("boom")));

        assertThat(lines()).first().asString().contains("a round of the reaper failed");
        assertThat(String.join("\n", lines())).contains("EventLogTest");
    }

    @Test
    void whatIsBelowTheLevelIsNotWritten() {
        Logging.start(new Logs(Logs.Format.TEXT, Logs.Level.WARN), out);

        new EventLog().on(new WorkerEvent.SessionOpened(new SessionId(1)));

        assertThat(lines()).isEmpty();
    }

    private List<String> lines() {
        Logging.stop();
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
