package dev.holdfast.pg;

import dev.holdfast.event.Claimant;
import dev.holdfast.lease.Ticker;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Writes rows of the ledger. The database is asked for the time first, in a round trip of its own: what that took is
 * how much the times written can be off, beside a thousandth of each row's age for clocks that drift.
 */
final class LedgerWriter {
    private static final String NOW = "select (extract(epoch from clock_timestamp()) * 1000000)::bigint";
    private static final String RECORD = Sql.named("record-lock-events");
    private static final int DRIFT = 1_000;

    private final Db db;
    private final Ticker ticker;

    LedgerWriter(Db db, Ticker ticker) {
        this.db = db;
        this.ticker = ticker;
    }

    /** The database's time, known between two moments of the worker's clock. */
    private record Known(long nowMicros, Duration sent, Duration answered) {
        /** From the earliest the moment can have been. */
        Long age(Duration moment) {
            return moment == null ? null : micros(answered.minus(moment));
        }

        long slack(Duration moment) {
            return micros(answered.minus(sent)) + Math.max(0, micros(answered.minus(moment))) / DRIFT;
        }

        private static long micros(Duration time) {
            return TimeUnit.NANOSECONDS.toMicros(time.toNanos());
        }
    }

    /**
     * Writes all or none.
     *
     * @throws BadRowException if a row is not fit to be written; nothing was
     * @throws dev.holdfast.queue.StoreUnavailableException if the database is away
     */
    void write(List<LedgerRow> rows) {
        db.run("write the ledger", connection -> {
            insert(connection, askTime(connection), rows);
            return rows.size();
        });
    }

    private Known askTime(Connection connection) throws SQLException {
        try (Statement statement = new Statement(connection, NOW)) {
            Duration sent = ticker.now();
            ResultSet row = statement.row();
            return new Known(row.getLong(1), sent, ticker.now());
        }
    }

    private static void insert(Connection connection, Known known, List<LedgerRow> rows) throws SQLException {
        try (Statement statement = new Statement(connection, RECORD)) {
            statement
                    .number(known.nowMicros())
                    .texts(column(rows, row -> row.what().name()))
                    .texts(column(rows, LedgerWriter::namespace))
                    .texts(column(rows, LedgerWriter::name))
                    .numbers(column(rows, LedgerWriter::session))
                    .numbers(column(rows, by -> of(by, who -> who.owner().job().value())))
                    .texts(column(rows, by -> of(by, Claimant::kind)))
                    .texts(column(rows, by -> of(by, Claimant::store)))
                    .texts(column(rows, by -> of(by, who -> String.valueOf(who.defers()))))
                    .uuids(column(rows, by -> of(by, who -> who.owner().token().value())))
                    .numbers(column(rows, row -> row.subject().fence()))
                    .numbers(column(rows, row -> known.age(row.times().at())))
                    .numbers(column(rows, row -> known.age(row.times().began())))
                    .numbers(column(rows, row -> known.age(row.times().believed())))
                    .numbers(column(rows, row -> known.slack(row.times().at())))
                    .texts(column(rows, row -> Texts.clean(row.detail())))
                    .integers(column(rows, LedgerRow::rate))
                    .numbers(column(rows, LedgerRow::events))
                    .update();
        }
    }

    private static String namespace(LedgerRow row) {
        return row.subject().key() == null ? null : row.subject().key().namespace();
    }

    private static String name(LedgerRow row) {
        return row.subject().key() == null ? null : row.subject().key().name();
    }

    private static Long session(LedgerRow row) {
        return row.subject().session() == null ? null : row.subject().session().value();
    }

    private static <T> T of(LedgerRow row, Function<Claimant, T> field) {
        return row.subject().by() == null ? null : field.apply(row.subject().by());
    }

    private static <T> List<T> column(Collection<LedgerRow> rows, Function<LedgerRow, T> cell) {
        return rows.stream().map(cell).toList();
    }
}
