package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.queue.EffectLog.Intent;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long what is known of effects is kept. */
class EffectRetentionTest extends PgTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "acme/site#7");

    private Session session;
    private LeasedJob job;

    @BeforeEach
    void aJobHasRecordedAnEffect() {
        session = scene.openSession();
        job = scene.run(session);
        Owner owner = Owner.of(job.lease(), job.id());
        Intent intent = new Intent(KEY, "merge", Optional.of(new FencingToken(12)), "merge at abc");
        scene.store().effects().begin(owner, intent);
        scene.store().effects().finish(owner, intent, "merged");
    }

    private void ageEverything() {
        database.execute("update holdfast.effects set begun_at = now() - interval '91 days',"
                + " finished_at = now() - interval '91 days'");
        database.execute("update holdfast.effect_keys set raised_at = now() - interval '91 days'");
    }

    private long prune() {
        return database.count("select holdfast.prune_effects(interval '90 days', 1000)");
    }

    private Optional<String> recorded() {
        return scene.store().effects().result(KEY, "merge");
    }

    @Test
    void what_a_live_job_has_recorded_is_kept_however_old_it_is() {
        ageEverything();

        assertThat(prune()).isZero();
        assertThat(recorded()).contains("merged");
    }

    @Test
    void what_is_young_is_kept_although_its_job_has_ended() {
        PgScene.complete(session, List.of(job));

        assertThat(prune()).isZero();
        assertThat(recorded()).contains("merged");
    }

    @Test
    void what_is_old_and_whose_job_has_ended_is_forgotten_with_the_fence_of_its_key() {
        PgScene.complete(session, List.of(job));
        ageEverything();

        assertThat(prune()).isEqualTo(2);
        assertThat(recorded()).isEmpty();
        assertThat(database.count("select count(*) from holdfast.effect_keys")).isZero();
    }

    @Test
    void a_fence_is_remembered_as_long_as_an_effect_of_its_key_is() {
        ageEverything();
        prune();

        assertThat(database.count("select fence_high from holdfast.effect_keys"))
                .isEqualTo(12);
    }
}
