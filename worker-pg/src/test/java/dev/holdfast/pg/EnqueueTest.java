package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.job.InvalidPayloadException;
import dev.holdfast.job.NewJob;
import dev.holdfast.queue.Enqueued;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class EnqueueTest extends PgTest {
    private static NewJob keyed(String key, String payload) {
        return NewJob.ofJson(PgScene.KIND, payload).withUniqueKey(key);
    }

    @Test
    void jobsOfACallersTransactionExistWhenItCommits() throws SQLException {
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            List<Enqueued> answers =
                    scene.store().queue().enqueue(connection, List.of(PgScene.job(), keyed("k", "{}")));
            assertThat(answers).extracting(Enqueued::result).containsOnly(Enqueued.Result.INSERTED);
            assertThat(database.count("select count(*) from holdfast.jobs")).isZero();

            connection.commit();
        }
        assertThat(database.count("select count(*) from holdfast.jobs")).isEqualTo(2);
    }

    @Test
    void jobsOfACallersTransactionVanishWithIt() throws SQLException {
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            scene.store().queue().enqueue(connection, List.of(PgScene.job()));
            connection.rollback();
        }
        assertThat(database.count("select count(*) from holdfast.jobs")).isZero();
    }

    @Test
    void case_83_a_hundred_threads_that_enqueue_one_key_make_one_job() {
        List<Enqueued> answers = Threads.together(Collections.nCopies(
                100, (Callable<Enqueued>) () -> scene.store().queue().enqueue(keyed("pr/7", "{}"))));

        assertThat(answers).extracting(Enqueued::id).containsOnly(answers.get(0).id());
        assertThat(answers)
                .filteredOn(answer -> answer.result() == Enqueued.Result.INSERTED)
                .hasSize(1);
        assertThat(database.count("select count(*) from holdfast.jobs")).isEqualTo(1);
    }

    @Test
    void batchesThatShareKeysInAnyOrderAllSucceed() {
        List<Callable<List<Enqueued>>> producers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            List<NewJob> jobs = new ArrayList<>();
            for (int key = 0; key < 40; key++) {
                jobs.add(keyed("key-" + key, "{\"from\":" + i + "}"));
            }
            Collections.rotate(jobs, 5 * i);
            producers.add(() -> scene.store().queue().enqueue(jobs));
        }

        assertThat(Threads.together(producers))
                .allSatisfy(answers -> assertThat(answers).hasSize(40));
        assertThat(database.count("select count(*) from holdfast.jobs")).isEqualTo(40);
    }

    @Test
    void theNewestRequestOfOneKeyInABatchWinsAndTheOthersAreFoldedIn() {
        List<Enqueued> answers = scene.store()
                .queue()
                .enqueue(List.of(
                        keyed("k", "{\"a\":1,\"n\":1}"), keyed("k", "{\"n\":2}"), keyed("k", "{\"n\":3,\"c\":1}")));

        assertThat(answers)
                .extracting(Enqueued::result)
                .containsExactly(Enqueued.Result.INSERTED, Enqueued.Result.COALESCED, Enqueued.Result.COALESCED);
        assertThat(database.ask("select payload::text from holdfast.jobs")).isEqualTo("{\"a\": 1, \"c\": 1, \"n\": 3}");
    }

    @Test
    void aPayloadThatJsonbCannotHoldIsRefusedAndNothingOfItsBatchIsStored() {
        assertThatThrownBy(() ->
                        scene.store().queue().enqueue(List.of(PgScene.job(), NewJob.ofJson(PgScene.KIND, "1e400000"))))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("numeric");
        assertThat(database.count("select count(*) from holdfast.jobs")).isZero();
    }
}
