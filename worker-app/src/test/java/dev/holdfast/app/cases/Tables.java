package dev.holdfast.app.cases;

import static org.awaitility.Awaitility.await;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgConfig;
import dev.holdfast.pg.PgStore;
import dev.holdfast.queue.Enqueued;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** Holdfast's own tables: jobs go in through its door, facts come out past it. */
final class Tables {
    private final String url;
    private final Jdbi jdbi;
    private final List<JobId> jobs = Collections.synchronizedList(new ArrayList<>());

    /** @param url of an empty database */
    Tables(String url) {
        this.url = url;
        this.jdbi = Jdbi.create(url);
    }

    void migrate() {
        Migrations.migrate(PgConfig.of(url));
    }

    String url() {
        return url;
    }

    Jdbi jdbi() {
        return jdbi;
    }

    List<JobId> enqueue(NewJob... wanted) {
        try (PgStore store = PgStore.open(PgConfig.of(url).with(PgConfig.Options.DEFAULTS.withPoolSize(1)))) {
            List<JobId> added = store.queue().enqueue(Arrays.asList(wanted)).stream()
                    .map(Enqueued::id)
                    .toList();
            jobs.addAll(added);
            return added;
        }
    }

    JobId enqueue(NewJob wanted) {
        return enqueue(new NewJob[] {wanted}).get(0);
    }

    /** Everything that was ever enqueued here. */
    List<JobId> enqueued() {
        return List.copyOf(jobs);
    }

    long count(String what) {
        return jdbi.withHandle(handle -> handle.createQuery("select count(*) from holdfast." + what)
                .mapTo(Long.class)
                .one());
    }

    boolean has(String table) {
        return jdbi.withHandle(handle -> handle.createQuery("select to_regclass(:table) is not null")
                .bind("table", table)
                .mapTo(Boolean.class)
                .one());
    }

    /** A column of a finished job's row. */
    <T> T ended(JobId job, String column, Class<T> type) {
        return jdbi.withHandle(
                handle -> handle.createQuery("select " + column + " from holdfast.job_history where id = :id")
                        .bind("id", job.value())
                        .mapTo(type)
                        .one());
    }

    /** Waits until no job is left that waits or runs. */
    void awaitDone(Duration patience) {
        await("every job has ended")
                .atMost(patience)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> org.assertj.core.api.Assertions.assertThat(count("jobs"))
                        .isZero());
    }

    void awaitDone() {
        awaitDone(Scale.PATIENCE);
    }
}
