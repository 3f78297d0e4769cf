package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What no row may be, whoever writes it. */
class SchemaTest extends PgTest {
    @BeforeEach
    void insertARowOfEach() {
        database.execute("insert into holdfast.jobs (queue, kind, priority, run_at, max_attempts, payload, enqueued_at)"
                + " values ('q', 'k', 5, now(), 3, '{}', now())");
        database.execute("insert into holdfast.locks (namespace, name) values ('n', 'free')");
    }

    static Stream<Arguments> brokenRules() {
        return Stream.of(
                jobs("a job runs only under a whole lease token", "session_id = 1", "jobs_running_iff_leased"),
                jobs("a job runs only under a session", "lease_no = 1", "jobs_running_iff_leased"),
                jobs("a lease number is not negative", "session_id = 1, lease_no = -1", "jobs_counters"),
                jobs("a queue has a name", "queue = ''", "jobs_names"),
                jobs("a queue has a bounded name", "queue = repeat('x', 201)", "jobs_names"),
                jobs("a kind has a name", "kind = ''", "jobs_names"),
                jobs("a key is not empty", "unique_key = ''", "jobs_names"),
                jobs("a key is bounded", "unique_key = repeat('x', 201)", "jobs_names"),
                jobs("a kind has a bounded name", "kind = repeat('x', 201)", "jobs_names"),
                jobs("a priority is at least 0", "priority = -1", "jobs_priority"),
                jobs("a priority is at most 9", "priority = 10", "jobs_priority"),
                jobs("attempts are not negative", "attempts = -1", "jobs_counters"),
                jobs("failures are not negative", "failures = -1", "jobs_counters"),
                jobs("interruptions are not negative", "interruptions = -1", "jobs_counters"),
                jobs("contentions are not negative", "contentions = -1", "jobs_counters"),
                jobs("crashes are not negative", "crashes = -1", "jobs_counters"),
                jobs("rounds begin at 1", "round = 0", "jobs_counters"),
                jobs("max attempts are bounded", "max_attempts = 1001", "jobs_max_attempts"),
                jobs("a timeout is positive", "timeout_ms = 0", "jobs_timeout"),
                jobs("a next payload needs a key", "next_payload = '1', session_id = 1, lease_no = 1", "jobs_next"),
                jobs("a next payload needs a run", "next_payload = '1', unique_key = 'k'", "jobs_next_payload"),
                jobs("only what runs can be told to stop", "cancel_reason = 'why'", "jobs_cancel_reason"),
                locks(
                        "an owner is whole",
                        "token = gen_random_uuid(), fence = 1, freed_at = null",
                        "locks_owner_all_or_none"),
                locks("a held lock has a fence", HELD + ", freed_at = null", "locks_held_has_fence"),
                locks("a held lock is not free", HELD + ", fence = 1", "locks_free_has_time"),
                locks("only a held lock is revoked", "revoked_reason = 'r', revoked_by = 'b'", "locks_revoked"),
                locks("a fence is not negative", "fence = -1", "locks_fence_check"),
                Arguments.of(
                        "a lock key is canonical",
                        "insert into holdfast.locks (namespace, name) values ('N', 'Upper')",
                        "locks_key"),
                Arguments.of(
                        "a key has one live job",
                        "insert into holdfast.jobs (queue, kind, priority, run_at, max_attempts, payload, enqueued_at,"
                                + " unique_key) select 'q', 'k', 5, now(), 3, '{}', now(), 'same'"
                                + " from generate_series(1, 2)",
                        "jobs_unique_key"),
                Arguments.of(
                        "a steal raises the fence",
                        "insert into holdfast.lock_steals (namespace, name, victim_session, victim_job, victim_token,"
                                + " victim_fence, stolen_by, reason, overlap, fence)"
                                + " values ('n', 'x', 1, 1, gen_random_uuid(), 5, 'b', 'r', true, 5)",
                        "lock_steals_fence_rises"),
                Arguments.of(
                        "a batch is not empty", "insert into holdfast.leases values (1, 1, '{}')", "leases_ids_check"));
    }

    private static final String HELD =
            "session_id = 1, lease_no = 1, job_id = 1, token = gen_random_uuid(), since = now()";

    private static Arguments jobs(String rule, String change, String constraint) {
        return Arguments.of(rule, "update holdfast.jobs set " + change, constraint);
    }

    private static Arguments locks(String rule, String change, String constraint) {
        return Arguments.of(rule, "update holdfast.locks set " + change, constraint);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenRules")
    void theDatabaseItselfRefuses(String rule, String statement, String constraint) {
        assertThatThrownBy(() -> database.execute(statement)).as(rule).hasStackTraceContaining(constraint);
    }
}
