package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Release;
import dev.holdfast.queue.EffectLog;
import dev.holdfast.queue.EffectLog.Begun;
import dev.holdfast.queue.EffectLog.Intent;
import dev.holdfast.queue.Settlement.Ending;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The record of effects on systems that know no fences. */
interface EffectCases extends OnScene {
    LockKey PR = new LockKey("pr-actuation", "owner/repo#7");
    String MERGE = "merge";

    /** An attempt that holds the lock. */
    record Actuation(Running running, LockClaim claim, FencingToken fence) {
        Intent intent(String text) {
            return new Intent(PR, MERGE, Optional.of(fence), text);
        }
    }

    private EffectLog effects() {
        return scene().store().effects();
    }

    private Actuation actuate() {
        Running running = scene().run();
        LockClaim claim = running.claim(PR);
        Acquisition.Granted granted = (Acquisition.Granted) claim.tryAcquire();
        return new Actuation(running, claim, granted.fence());
    }

    private Begun begin(Actuation actuation, String text) {
        return effects().begin(actuation.claim().owner(), actuation.intent(text));
    }

    private boolean finish(Actuation actuation, String result) {
        return effects().finish(actuation.claim().owner(), actuation.intent(""), result);
    }

    @Test
    default void an_effect_is_made_once_and_its_result_found_ever_after() {
        Actuation first = actuate();
        assertThat(begin(first, "merge at abc")).isEqualTo(new Begun.Fresh());
        assertThat(effects().result(PR, MERGE)).isEmpty();
        assertThat(finish(first, "merged")).isTrue();
        first.running().complete();

        assertThat(effects().result(PR, MERGE)).contains("merged");
        assertThat(begin(actuate(), "merge at abc")).isEqualTo(new Begun.Finished("merged"));
    }

    @Test
    default void a_rerun_is_told_of_an_intent_without_a_result() {
        Actuation first = actuate();
        begin(first, "merge at abc");
        first.running().crash();

        Actuation second = actuate();

        assertThat(begin(second, "merge at abc")).isEqualTo(new Begun.Unfinished("merge at abc"));
        assertThat(finish(second, "found merged")).isTrue();
        assertThat(effects().result(PR, MERGE)).contains("found merged");
    }

    @Test
    default void names_and_keys_are_told_apart() {
        Actuation first = actuate();
        begin(first, "merge at abc");
        finish(first, "merged");

        assertThat(effects().result(PR, "label")).isEmpty();
        assertThat(effects().result(new LockKey("pr-actuation", "owner/repo#8"), MERGE))
                .isEmpty();
    }

    @Test
    default void an_attempt_that_lost_its_lease_begins_nothing() {
        Actuation late = actuate();
        late.running().crash();

        assertThat(begin(late, "merge at abc")).isInstanceOf(Begun.Refused.class);
        assertThat(effects().result(PR, MERGE)).isEmpty();
    }

    @Test
    default void an_attempt_that_released_the_lock_begins_nothing() {
        Actuation early = actuate();
        assertThat(early.claim().release()).isEqualTo(Release.RELEASED);

        assertThat(begin(early, "merge at abc")).isInstanceOf(Begun.Refused.class);
    }

    @Test
    default void an_attempt_whose_lock_was_taken_begins_nothing() {
        Actuation victim = actuate();
        scene().store().lockInspector().steal(PR, Steals.NOW);
        Actuation thief = actuate();

        assertThat(begin(victim, "merge at abc")).isInstanceOf(Begun.Refused.class);
        assertThat(begin(thief, "merge at def")).isEqualTo(new Begun.Fresh());
    }

    @Test
    default void case_29_a_late_result_is_not_written_over_a_later_owners() {
        Actuation late = actuate();
        begin(late, "merge at abc");
        late.running().crash();
        Actuation later = actuate();
        begin(later, "merge at abc");

        assertThat(finish(late, "late")).isFalse();

        assertThat(effects().result(PR, MERGE)).isEmpty();
        assertThat(finish(later, "merged")).isTrue();
        assertThat(finish(late, "late")).isFalse();
        assertThat(effects().result(PR, MERGE)).contains("merged");
    }

    @Test
    default void an_effect_without_a_lock_asks_for_the_lease_alone() {
        Running running = scene().run();
        Intent intent = new Intent(PR, MERGE, Optional.empty(), "comment");

        assertThat(effects().begin(running.newOwner(), intent)).isEqualTo(new Begun.Fresh());
        running.settle(new Ending.Returned(true, "drain"));
        assertThat(effects().begin(running.newOwner(), intent)).isInstanceOf(Begun.Refused.class);
    }
}
