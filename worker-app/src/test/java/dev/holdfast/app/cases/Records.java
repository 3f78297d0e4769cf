package dev.holdfast.app.cases;

import static org.awaitility.Awaitility.await;

import dev.holdfast.lease.JobId;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.RowMapper;

/** What the handlers wrote down, and which of their processes were ended or frozen, in a database of its own. */
final class Records implements AutoCloseable {
    private static final String TABLES = """
            create table runs (id bigint generated always as identity primary key, job bigint, kind text, attempt int,
                pid bigint, started bigint, ended bigint, how text);
            create table holds (run bigint, pid bigint, key text, fence bigint, granted bigint, released bigint);
            create table effects (id bigint generated always as identity, run bigint, key text, target text,
                fence bigint, accepted boolean);
            create table target (key text primary key, fence bigint);
            create table stopped (pid bigint, at bigint);
            create table told (pid bigint, at bigint);
            """;

    private static final Duration LOOK = Duration.ofMillis(20);

    private static final RowMapper<Run> RUN = (row, context) -> new Run(
            row.getLong("id"),
            new JobId(row.getLong("job")),
            row.getLong("pid"),
            new Moment(row.getLong("started")),
            Optional.ofNullable(row.getObject("ended", Long.class)).map(Moment::new),
            Optional.ofNullable(row.getString("how")));

    private final String url;
    private final Connection connection;
    private final Jdbi jdbi;

    /** @param url of an empty database */
    Records(String url) throws SQLException {
        this.url = url;
        // One for all questions: they are asked every few milliseconds.
        this.connection = DriverManager.getConnection(url);
        this.jdbi = Jdbi.create(connection);
        jdbi.useHandle(handle -> handle.createScript(TABLES).execute());
    }

    /**
     * One call of a handler.
     *
     * @param ended empty if it never returned
     * @param how done, or the name of what it threw
     */
    record Run(long id, JobId job, long pid, Moment started, Optional<Moment> ended, Optional<String> how) {
        Moment end() {
            return ended.orElseThrow(() -> new AssertionError(this + " never ended"));
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    String url() {
        return url;
    }

    Jdbi jdbi() {
        return jdbi;
    }

    /** In the order in which they started. */
    List<Run> runs() {
        return jdbi.withHandle(handle -> handle.createQuery("select * from runs order by started")
                .map(RUN)
                .list());
    }

    List<Run> runs(JobId job) {
        return runs().stream().filter(run -> run.job().equals(job)).toList();
    }

    /** Waits until the job's handler has been called that often, and answers the last of these calls. */
    Run awaitRun(JobId job, int number) {
        await("run " + number + " of " + job)
                .atMost(Scale.PATIENCE)
                .pollInterval(LOOK)
                .until(() -> runs(job).size() >= number);
        return runs(job).get(number - 1);
    }

    /** Waits until the job's first call holds its lock. */
    Run awaitHold(JobId job) {
        Run run = awaitRun(job, 1);
        await("the lock of " + job).atMost(Scale.PATIENCE).until(() -> count("holds where run = " + run.id()) > 0);
        return run;
    }

    /** Waits until so many locks were ever held. */
    void awaitHolds(int number) {
        await(number + " locks").atMost(Scale.PATIENCE).pollInterval(LOOK).until(() -> count("holds") >= number);
    }

    /** Waits until the job's handler has returned in good order, and answers that call. */
    Run awaitDone(JobId job) {
        await(job + " is done")
                .atMost(Scale.PATIENCE)
                .pollInterval(LOOK)
                .until(() -> done(job).isPresent());
        return done(job).orElseThrow();
    }

    private Optional<Run> done(JobId job) {
        return runs(job).stream()
                .filter(run -> run.how().equals(Optional.of("done")))
                .findFirst();
    }

    long count(String what) {
        return ask("select count(*) from " + what);
    }

    long ask(String sql) {
        return jdbi.withHandle(
                handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }

    /** From this moment on the process does nothing: it is dead, or frozen until its peers have taken over. */
    void stopped(long pid, Moment at) {
        jdbi.useHandle(handle -> handle.execute("insert into stopped values (?, ?)", pid, at.nanos()));
    }

    /** It was told to stop. */
    void told(long pid, Moment at) {
        jdbi.useHandle(handle -> handle.execute("insert into told values (?, ?)", pid, at.nanos()));
    }
}
