package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockKey;
import dev.holdfast.pg.Audit.Kind;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the audit finds when it was planted, and what it does not take for a fault. */
class LockAuditTest extends PgTest {
    private LedgerScene ledger;
    private long one;
    private long two;

    @BeforeEach
    void twoWorkersLive() {
        ledger = new LedgerScene(database);
        one = ledger.session(false);
        two = ledger.session(false);
    }

    private Audit audit() {
        return scene.store().lockHistory().audit(Duration.ofHours(24));
    }

    private List<Kind> faults() {
        return audit().findings().stream().map(Audit.Finding::kind).toList();
    }

    private List<Kind> notes() {
        return audit().notes().stream().map(Audit.Finding::kind).toList();
    }

    @Test
    void holds_one_after_the_other_are_in_order() {
        ledger.held(one, 10, 9000, 8000);
        ledger.held(two, 11, 7999, 7000);
        ledger.held(one, 12, 6000, 5000);

        assertThat(audit().findings()).isEmpty();
        assertThat(audit().notes()).isEmpty();
        assertThat(audit().evidence().holds()).isEqualTo(3);
    }

    @Test
    void two_holds_that_were_believed_at_one_moment_overlap() {
        ledger.held(one, 10, 9000, 7000);
        ledger.held(two, 11, 8000, 6000);

        assertThat(audit().findings()).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.OVERLAP);
            assertThat(found.key()).hasToString("pr-actuation/acme/site#7");
            assertThat(found.text()).contains("job 5 of session " + one, "fence 10", "session " + two, "fence 11");
        });
    }

    @Test
    void a_hold_within_another_overlaps_also_when_a_third_lies_between() {
        ledger.held(one, 10, 9000, 1000);
        ledger.held(two, 11, 8000, 7900);
        ledger.held(two, 12, 3000, 2900);

        assertThat(faults()).containsExactly(Kind.OVERLAP, Kind.OVERLAP);
    }

    @Test
    void an_overlap_within_the_slack_of_the_clocks_is_not_made_up() {
        ledger.held(one, 10, 9000, 7000);
        ledger.held(two, 11, 7001, 6000);
        database.execute("update holdfast.lock_events set slack = interval '5 ms'");

        assertThat(faults()).isEmpty();
    }

    @Test
    void a_steal_at_once_is_an_overlap_that_was_declared() {
        UUID victim = ledger.granted(one, 10, 9000);
        ledger.stolen(one, victim, 10, 11);
        ledger.lost(one, victim, 10, 6000, 6000);
        ledger.held(two, 12, 8000, 5000);

        assertThat(faults()).isEmpty();
        assertThat(audit().notes()).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.DECLARED_OVERLAP);
            assertThat(found.text()).contains("by operator because host is on fire");
        });
    }

    @Test
    void a_steal_at_once_in_another_store_is_declared_as_well() {
        UUID victim = ledger.granted(one, 10, 9000);
        LockKey key = new LockKey(LedgerScene.NAMESPACE, LedgerScene.NAME);
        scene.store().lockHistory().declareOverlap(key, new FencingToken(10), new FencingToken(11), "host is on fire");
        ledger.lost(one, victim, 10, 6000, 6000);
        ledger.held(two, 12, 8000, 5000);

        assertThat(faults()).isEmpty();
        assertThat(notes()).containsExactly(Kind.DECLARED_OVERLAP);
    }

    @Test
    void a_paused_owner_that_finds_its_lock_gone_is_late_and_no_overlap() {
        UUID paused = ledger.granted(one, 10, 9000);
        ledger.lost(one, paused, 10, 3000, 8000);
        ledger.released(one, paused, 10, 2900);
        ledger.held(two, 11, 7000, 6000);

        assertThat(faults()).isEmpty();
        assertThat(notes()).containsExactly(Kind.LATE_OWNER);
    }

    @Test
    void an_owner_of_a_mutation_that_runs_on_although_it_was_told_overlaps() {
        UUID deaf = ledger.granted(one, 10, 9000);
        ledger.lost(one, deaf, 10, 8000, 8000);
        ledger.released(one, deaf, 10, 3000);
        ledger.held(two, 11, 7000, 6000);

        assertThat(faults()).containsExactly(Kind.OVERLAP);
    }

    @Test
    void a_hold_without_an_end_whose_key_was_granted_again_is_unexplained() {
        ledger.granted(one, 10, 9000);
        ledger.held(two, 11, 8000, 7000);

        assertThat(audit().findings()).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.UNEXPLAINED_END);
            assertThat(found.text()).contains("fence 10", "fence 11 was granted");
        });
    }

    @Test
    void an_end_that_may_be_on_its_way_is_waited_for() {
        ledger.granted(one, 10, 4000);
        ledger.held(two, 11, 3000, 2000);

        assertThat(faults()).isEmpty();
    }

    @Test
    void a_lock_that_is_held_needs_no_end() {
        ledger.granted(one, 10, 3_600_000);

        assertThat(faults()).isEmpty();
        assertThat(notes()).isEmpty();
    }

    @Test
    void a_session_that_told_everything_leaves_no_hold_without_an_end() {
        long gone = ledger.session(true);
        ledger.granted(gone, 10, 9000);
        ledger.complete(gone);

        assertThat(faults()).containsExactly(Kind.UNEXPLAINED_END);
    }

    @Test
    void the_last_moments_of_a_process_that_died_are_not_known_and_no_fault() {
        long killed = ledger.session(true);
        ledger.granted(killed, 10, 9000);
        ledger.held(two, 11, 8000, 7000);

        assertThat(faults()).isEmpty();
        assertThat(notes()).containsExactly(Kind.DIED);
    }

    @Test
    void an_end_that_may_be_among_dropped_events_is_a_gap_and_the_gap_is_stated() {
        ledger.granted(one, 10, 9000);
        ledger.dropped(one, 12);
        ledger.held(two, 11, 8000, 7000);

        assertThat(faults()).isEmpty();
        assertThat(notes()).containsExactly(Kind.GAP);
        assertThat(audit().evidence().dropped()).isEqualTo(12);
    }

    @Test
    void a_fence_that_falls_is_found() {
        ledger.held(one, 10, 9000, 8000);
        ledger.held(two, 9, 7000, 6000);

        assertThat(audit().findings()).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.FALLING_FENCE);
            assertThat(found.text()).contains("granted fence 9 after", "fence 10");
        });
    }

    @Test
    void a_fence_that_is_granted_twice_is_found() {
        ledger.held(one, 10, 9000, 8000);
        ledger.held(two, 10, 7000, 6000);

        assertThat(faults()).containsExactly(Kind.FALLING_FENCE);
    }

    @Test
    void an_effect_that_was_begun_after_a_greater_fence_was_granted_is_found() {
        ledger.held(one, 10, 9000, 8000);
        ledger.held(two, 11, 7000, 6000);
        String effect = "insert into holdfast.effects (namespace, name, effect, fence, token, owner, intent, begun_at)"
                + " values ('pr-actuation', 'acme/site#7', '%s', 10, gen_random_uuid(), 'job 5 of session 1', 'merge',"
                + " clock_timestamp() - interval '%d ms')";
        database.execute(effect.formatted("in time", 8500));
        database.execute(effect.formatted("late", 6500));

        assertThat(audit().findings()).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.STALE_EFFECT);
            assertThat(found.text()).contains("effect late", "under fence 10 after fence 11");
        });
    }

    @Test
    void what_is_older_than_asked_for_is_not_looked_at() {
        ledger.held(one, 10, 9000, 7000);
        ledger.held(two, 11, 8000, 6000);
        database.execute("update holdfast.lock_events set recorded_at = clock_timestamp() - interval '25 h'");

        assertThat(audit().findings()).isEmpty();
        assertThat(audit().evidence().oldest()).isPresent();
    }
}
