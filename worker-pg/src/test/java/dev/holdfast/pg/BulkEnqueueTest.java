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
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lists that are longer than a statement. */
class BulkEnqueueTest extends PgTest {
    private static final int LONG = 2 * EnqueueBatch.MOST_JOBS + 7;

    private static NewJob numbered(int number) {
        return NewJob.ofJson(PgScene.KIND, "{\"n\":" + number + "}");
    }

    private static List<NewJob> numbered() {
        return IntStream.range(0, LONG).mapToObj(BulkEnqueueTest::numbered).toList();
    }

    private long jobs() {
        return database.count("select count(*) from holdfast.jobs");
    }

    private String numberOf(Enqueued answer) {
        return database.ask("select payload ->> 'n' from holdfast.jobs where id = "
                + answer.id().value());
    }

    @Test
    void every_job_of_a_list_longer_than_a_statement_is_stored_and_answered_in_its_place() {
        List<Enqueued> answers = scene.store().queue().enqueue(numbered());

        assertThat(answers).hasSize(LONG).extracting(Enqueued::result).containsOnly(Enqueued.Result.INSERTED);
        assertThat(answers).extracting(Enqueued::id).doesNotHaveDuplicates();
        for (int place : List.of(0, EnqueueBatch.MOST_JOBS - 1, EnqueueBatch.MOST_JOBS, LONG - 1)) {
            assertThat(numberOf(answers.get(place))).isEqualTo(Integer.toString(place));
        }
        assertThat(jobs()).isEqualTo(LONG);
    }

    @Test
    void a_bad_row_near_the_end_of_a_long_list_is_named_and_nothing_is_stored() {
        List<NewJob> jobs = new ArrayList<>(numbered());
        jobs.set(LONG - 3, NewJob.ofJson("odd", "1e400000"));

        assertThatThrownBy(() -> scene.store().queue().enqueue(jobs))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("nothing was stored: job " + (LONG - 2) + " of " + LONG + ", odd in default")
                .hasMessageContaining("numeric");
        assertThat(jobs()).isZero();
        scene.enqueue(1);
        assertThat(jobs()).as("the connection is of use").isEqualTo(1);
    }

    @Test
    void a_long_list_in_a_callers_transaction_exists_when_it_commits_and_vanishes_with_it() throws SQLException {
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            scene.store().queue().enqueue(connection, numbered());
            assertThat(jobs()).isZero();
            connection.rollback();
            assertThat(jobs()).isZero();
            scene.store().queue().enqueue(connection, numbered());
            connection.commit();
            assertThat(jobs()).isEqualTo(LONG);
        }
    }

    @Test
    void a_long_list_on_a_connection_in_autocommit_is_all_or_nothing_and_leaves_it_so() throws SQLException {
        List<NewJob> jobs = new ArrayList<>(numbered());
        jobs.set(LONG - 1, NewJob.ofJson(PgScene.KIND, "1e400000"));
        try (Connection connection = database.connect()) {
            assertThatThrownBy(() -> scene.store().queue().enqueue(connection, jobs))
                    .isInstanceOf(SQLException.class);
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(jobs()).isZero();
        }
    }

    @Test
    void keyed_jobs_of_long_lists_are_folded_in_their_order_and_two_lists_at_once_both_succeed() {
        List<NewJob> one = shuffledKeys(1);
        List<NewJob> other = shuffledKeys(2);
        List<Callable<List<Enqueued>>> producers = List.of(
                () -> scene.store().queue().enqueue(one),
                () -> scene.store().queue().enqueue(other));

        List<List<Enqueued>> answers = Threads.together(producers);

        assertThat(answers).allSatisfy(each -> assertThat(each).hasSize(LONG + 1));
        assertThat(jobs()).isEqualTo(LONG);
        Enqueued last = answers.get(0).get(LONG);
        assertThat(last.result())
                .as("the last request of each list is for a key it had")
                .isEqualTo(Enqueued.Result.COALESCED);
        assertThat(numberOf(last)).isEqualTo("-1");
    }

    private static List<NewJob> shuffledKeys(int seed) {
        List<NewJob> jobs = new ArrayList<>();
        for (int n = 0; n < LONG; n++) {
            jobs.add(numbered(n).withUniqueKey("key/" + n));
        }
        Collections.shuffle(jobs, new Random(seed));
        jobs.add(NewJob.ofJson(PgScene.KIND, "{\"n\":-1}").withUniqueKey("key/0"));
        return jobs;
    }

    @Test
    void no_statement_grows_with_the_list_or_with_its_payloads() {
        NewJob large = NewJob.ofJson(PgScene.KIND, "\"" + "x".repeat(200_000) + "\"");
        List<EnqueueBatch> batches = EnqueueBatch.cut(Collections.nCopies(60, large));
        assertThat(batches).hasSizeGreaterThan(2);
        assertThat(batches)
                .allSatisfy(batch -> assertThat(batch.jobs().stream()
                                .mapToLong(job -> job.payload().length())
                                .sum())
                        .isLessThanOrEqualTo(EnqueueBatch.MOST_PAYLOAD));
        assertThat(batches.stream().flatMap(batch -> batch.places().stream()))
                .containsExactlyElementsOf(IntStream.range(0, 60).boxed().toList());
        assertThat(EnqueueBatch.cut(numbered()))
                .hasSize(3)
                .allSatisfy(batch -> assertThat(batch.jobs()).hasSizeLessThanOrEqualTo(EnqueueBatch.MOST_JOBS));
    }
}
