package dev.holdfast.app.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;

/**
 * The promises as queries; each answers the rows that break one. Those about who holds what are asked of the handlers'
 * records, those about what is left of the tables.
 */
final class Invariants {
    /** A hold ends when its handler lets go, or when its process is dead or frozen. */
    private static final String HOLDS = """
            with holds as (
                select run, key, fence, granted,
                       least(released, (select min(at) from stopped s where s.pid = h.pid and s.at >= h.granted)) as until
                  from holds h where fence > 0)
            """;

    private static final Map<String, String> OF_RECORDS = Map.of(
            "I1 two holders of one key at once",
            HOLDS + """
                    select format('%s by runs %s and %s', a.key, a.run, b.run)
                      from holds a join holds b on a.key = b.key and a.run < b.run
                     where a.granted < coalesce(b.until, 9e18) and b.granted < coalesce(a.until, 9e18)""",
            "I2 a later grant with a lower fence",
            HOLDS + """
                    select format('%s by runs %s and %s', a.key, a.run, b.run)
                      from holds a join holds b on a.key = b.key and a.granted < b.granted and a.fence >= b.fence""",
            "I2 an accepted effect with a fence below one accepted before it",
            """
                    select format('%s by runs %s and %s', a.key, a.run, b.run)
                      from effects a join effects b on a.key = b.key and a.target = b.target and a.id < b.id
                     where a.accepted and b.accepted and a.fence > b.fence and a.target <> 'blind'""",
            // A signal takes a moment to arrive.
            "I9 an attempt that started half a second after its worker was told to stop",
            """
                    select format('job %s in run %s', r.job, r.id) from runs r join told t on t.pid = r.pid
                     where r.started > t.at + 500000000""",
            "I9 a job that ran twice at once",
            """
                    with runs as (
                        select id, job, started,
                               least(ended, (select min(at) from stopped s
                                              where s.pid = r.pid and s.at >= r.started)) as until from runs r)
                    select format('job %s in runs %s and %s', a.job, a.id, b.id)
                      from runs a join runs b on a.job = b.job and a.id < b.id
                     where a.started < coalesce(b.until, 9e18) and b.started < coalesce(a.until, 9e18)""");

    private static final Map<String, String> OF_TABLES = Map.of(
            "a job leased by a session that has ended",
            """
                    select format('job %s of session %s', j.id, j.session_id) from holdfast.jobs j
                     where j.session_id is not null
                       and not exists (select 1 from holdfast.sessions s where s.id = j.session_id and s.ended_at is null)
                    """,
            "a lease of a session that has ended",
            """
                    select format('lease %s/%s', l.session_id, l.lease_no) from holdfast.leases l
                     where not exists (select 1 from holdfast.sessions s where s.id = l.session_id and s.ended_at is null)
                    """,
            "a leased job that no lease names",
            """
                    select format('job %s', j.id) from holdfast.jobs j
                     where j.session_id is not null
                       and not exists (select 1 from holdfast.leases l where l.session_id = j.session_id
                                          and l.lease_no = j.lease_no and j.id = any (l.ids))""",
            "a lock without a running job",
            """
                    select format('%s/%s', l.namespace, l.name) from holdfast.locks l
                     where l.token is not null and l.job_id <> 0
                       and not exists (select 1 from holdfast.jobs j where j.id = l.job_id
                                          and j.session_id = l.session_id and j.lease_no = l.lease_no)""",
            "I4 more than one final state",
            "select format('job %s', id) from holdfast.job_history group by id, round having count(*) > 1",
            "I5 a finished job that waits or runs",
            """
                    select format('job %s', j.id) from holdfast.jobs j
                      join holdfast.job_history h on h.id = j.id and h.round = j.round""");

    private final Tables tables;
    private final Records records;

    Invariants(Tables tables, Records records) {
        this.tables = tables;
        this.records = records;
    }

    /** Holds at any time. */
    Invariants hold() {
        List<String> broken = new ArrayList<>();
        OF_RECORDS.forEach((name, sql) -> broken.addAll(ask(records.jdbi(), name, sql)));
        OF_TABLES.forEach((name, sql) -> broken.addAll(ask(tables.jdbi(), name, sql)));
        assertThat(broken).isEmpty();
        return this;
    }

    /** I4, once everything has come to its end: each job that was accepted has its one final state. */
    Invariants everyJobEnded() {
        assertThat(ids(tables.jdbi(), "select id from holdfast.job_history order by id"))
                .as("final states, one a job")
                .isEqualTo(tables.enqueued().stream().map(JobId::value).sorted().toList());
        assertThat(tables.count("jobs")).as("jobs that are left").isZero();
        return this;
    }

    /** I6, where no process died with jobs that it had leased and not begun. */
    Invariants attemptsAreRuns() {
        assertThat(ids(tables.jdbi(), "select id from holdfast.job_history, generate_series(1, attempts) order by id"))
                .as("attempts, one a run")
                .isEqualTo(ids(records.jdbi(), "select job from runs order by job"));
        return this;
    }

    private static List<Long> ids(Jdbi jdbi, String sql) {
        return jdbi.withHandle(
                handle -> handle.createQuery(sql).mapTo(Long.class).list());
    }

    /** After the last worker has stopped: no session, lease or lock is left. */
    Invariants nothingIsLeft() {
        assertThat(tables.count("sessions where ended_at is null"))
                .as("live sessions")
                .isZero();
        assertThat(tables.count("leases")).as("leases").isZero();
        assertThat(tables.count("locks where token is not null"))
                .as("held locks")
                .isZero();
        return this;
    }

    private static List<String> ask(Jdbi jdbi, String name, String sql) {
        return jdbi
                .withHandle(
                        handle -> handle.createQuery(sql).mapTo(String.class).list())
                .stream()
                .map(row -> name + ": " + row)
                .toList();
    }
}
