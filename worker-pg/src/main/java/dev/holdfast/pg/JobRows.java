package dev.holdfast.pg;

import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Optional;

/** Reads jobs from rows, by the names of their columns. */
final class JobRows {
    private JobRows() {}

    static Job job(ResultSet row) throws SQLException {
        return new Job(
                new JobId(row.getLong("id")),
                row.getString("queue"),
                row.getString("kind"),
                JobState.valueOf(row.getString("state")),
                details(row));
    }

    private static Job.Details details(ResultSet row) throws SQLException {
        return new Job.Details(
                row.getString("payload"),
                Optional.ofNullable(row.getString("unique_key")),
                row.getInt("round"),
                row.getInt("priority"),
                tally(row),
                row.getInt("max_attempts"),
                timing(row),
                row.getString("note"),
                Optional.ofNullable(row.getString("holder")));
    }

    static Tally tally(ResultSet row) throws SQLException {
        return new Tally(
                row.getInt("attempts"),
                row.getInt("failures"),
                row.getInt("interruptions"),
                row.getInt("contentions"),
                row.getInt("crashes"));
    }

    private static Job.Timing timing(ResultSet row) throws SQLException {
        return new Job.Timing(
                row.getTimestamp("enqueued_at").toInstant(),
                row.getTimestamp("run_at").toInstant(),
                Optional.ofNullable(row.getTimestamp("ended_at")).map(Timestamp::toInstant));
    }
}
