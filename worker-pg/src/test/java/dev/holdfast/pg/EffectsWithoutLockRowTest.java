package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.queue.EffectLog.Begun;
import dev.holdfast.queue.EffectLog.Intent;
import dev.holdfast.queue.LeasedJob;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Effects under locks that another store keeps: this database knows their fences alone. */
class EffectsWithoutLockRowTest extends PgTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#7");

    private static Intent intent(String name, long fence) {
        return new Intent(KEY, name, Optional.of(new FencingToken(fence)), "merge at abc");
    }

    private Owner owner() {
        LeasedJob job = scene.run(scene.openSession());
        return Owner.of(job.lease(), job.id());
    }

    @Test
    void a_fence_lower_than_one_seen_under_the_key_is_refused_whatever_the_effect() {
        assertThat(scene.store().effects().begin(owner(), intent("merge", 20))).isEqualTo(new Begun.Fresh());

        Begun late = scene.store().effects().begin(owner(), intent("label", 19));

        assertThat(late).isInstanceOf(Begun.Refused.class);
        assertThat(((Begun.Refused) late).why()).contains("19").contains("20");
    }

    @Test
    void a_result_under_a_lower_fence_than_one_begun_meanwhile_is_not_written() {
        Owner late = owner();
        scene.store().effects().begin(late, intent("merge", 20));
        scene.store().effects().begin(owner(), intent("merge", 21));

        assertThat(scene.store().effects().finish(late, intent("merge", 20), "merged"))
                .isFalse();
        assertThat(scene.store().effects().result(KEY, "merge")).isEmpty();
    }

    @Test
    void two_owners_that_begin_at_once_are_put_in_the_order_of_their_fences() {
        Owner older = owner();
        Owner newer = owner();

        Threads.together(List.of(
                () -> scene.store().effects().begin(older, intent("merge", 5)),
                () -> scene.store().effects().begin(newer, intent("merge", 6))));

        assertThat(scene.store().effects().finish(older, intent("merge", 5), "older"))
                .isFalse();
        assertThat(scene.store().effects().finish(newer, intent("merge", 6), "newer"))
                .isTrue();
        assertThat(scene.store().effects().result(KEY, "merge")).contains("newer");
    }

    @Test
    void a_name_that_the_schema_does_not_take_is_the_callers_mistake() {
        assertThatThrownBy(() -> scene.store().effects().begin(owner(), intent("x".repeat(201), 5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("effects_effect_check");
    }

    @Test
    void a_result_that_cannot_be_stored_as_it_is_is_stored_clean_and_cut() {
        Owner owner = owner();
        scene.store().effects().begin(owner, intent("comment", 5));

        assertThat(scene.store().effects().finish(owner, intent("comment", 5), "a\0b" + "x".repeat(1_000_000)))
                .isTrue();
        assertThat(scene.store().effects().result(KEY, "comment").orElseThrow())
                .startsWith("a\uFFFDb")
                .hasSize(Texts.MAX_LENGTH);
    }
}
