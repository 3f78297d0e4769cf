package dev.holdfast.pg;

import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.queue.LeasedJob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;

/** Reads leased jobs, by the numbers of their columns: this is done for every job. */
final class LeasedRows {
    private static final int ID = 2;
    private static final int QUEUE = 3;
    private static final int PRIORITY = 4;
    private static final int RUN_AT = 5;
    private static final int KIND = 6;
    private static final int PAYLOAD = 7;
    private static final int TALLY = 8;
    private static final int MAX_ATTEMPTS = 13;
    private static final int TIMEOUT = 14;
    private static final int TICKET = 15;
    private static final int WAIT_OVER = 16;

    private LeasedRows() {}

    static Leaser.Due due(ResultSet row, LeaseToken token, boolean suspect) throws SQLException {
        long id = row.getLong(ID);
        String queue = row.getString(QUEUE);
        LeasedJob job = new LeasedJob(
                new JobId(id),
                token,
                queue,
                row.getString(KIND),
                row.getString(PAYLOAD),
                new LeasedJob.Limits(tally(row), row.getInt(MAX_ATTEMPTS), timeout(row), suspect),
                place(row));
        return new Leaser.Due(
                job,
                new Lines.Line(queue, row.getInt(PRIORITY)),
                new Lines.Place(row.getObject(RUN_AT, OffsetDateTime.class), id));
    }

    private static Tally tally(ResultSet row) throws SQLException {
        return new Tally(
                row.getInt(TALLY),
                row.getInt(TALLY + 1),
                row.getInt(TALLY + 2),
                row.getInt(TALLY + 3),
                row.getInt(TALLY + 4));
    }

    private static Optional<Duration> timeout(ResultSet row) throws SQLException {
        long timeout = row.getLong(TIMEOUT);
        return row.wasNull() ? Optional.empty() : Optional.of(Duration.ofMillis(timeout));
    }

    private static Optional<LeasedJob.Place> place(ResultSet row) throws SQLException {
        long ticket = row.getLong(TICKET);
        return row.wasNull() ? Optional.empty() : Optional.of(new LeasedJob.Place(ticket, row.getBoolean(WAIT_OVER)));
    }
}
