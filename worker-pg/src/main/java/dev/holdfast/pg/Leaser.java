package dev.holdfast.pg;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.pg.Lines.Line;
import dev.holdfast.pg.Lines.Place;
import dev.holdfast.pg.Lines.Walk;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.Leased;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.StoreUnavailableException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Leases jobs to one session. Thread-safe. */
final class Leaser {
    private static final String LEASE = "select * from holdfast.lease(?, ?, ?, ?, ?, ?, ?, ?, ? * interval '1 ms', ?)";
    /** The same up to a given time: in seconds, since days are longer or shorter when clocks change. */
    private static final String LEASE_PIECE = "select * from holdfast.lease(?, ?, ?, ?, ?, ?, ?, ?,"
            + " make_interval(secs => greatest(0, extract(epoch from now() - ?::timestamptz))::float8), ?)";

    private static final String HEAD = "-infinity";

    private final Db db;
    private final SessionId session;
    private final Lines lines;
    private volatile boolean idle;
    private volatile boolean behindLast;

    Leaser(Db db, SessionId session, Lines lines) {
        this.db = db;
        this.session = session;
        this.lines = lines;
    }

    /**
     * Walks the lines from where it has come to. Whoever finds nothing there sweeps, if that is cheap, and looks from the
     * heads from then on until there is something: so an idle worker misses nothing, and a busy one does not walk over
     * what it has had.
     */
    Leased lease(LeaseRequest request) {
        List<Line> order = order(request);
        if (request.suspect()) {
            return lease(request, fromHeads(order));
        }
        if (!asksForAll(request)) {
            return lease(request, walk(order));
        }
        // After jobs of a piece the others come first.
        Optional<Leased> behind = behindLast ? Optional.empty() : leasePiece(request, order);
        behindLast = behind.isPresent();
        return behindLast ? behind.get() : leaseOnwardsOrBehind(request, order);
    }

    /** Whoever has nothing else to do makes up for pieces that it was time for. */
    private Leased leaseOnwardsOrBehind(LeaseRequest request, List<Line> order) {
        Leased leased = leaseOnwards(request, order);
        while (leased.live() && leased.jobs().isEmpty()) {
            Optional<Walk> piece = lines.piece(order);
            if (piece.isEmpty()) {
                return leased;
            }
            leased = lease(request, piece.get());
            behindLast = !leased.jobs().isEmpty();
        }
        return leased;
    }

    /** Where sweeps are done in pieces: the next, if it is time for it and there are jobs in it. */
    private Optional<Leased> leasePiece(LeaseRequest request, List<Line> order) {
        return lines.piece(order)
                .map(piece -> lease(request, piece))
                .filter(leased -> !leased.live() || !leased.jobs().isEmpty());
    }

    private Leased leaseOnwards(LeaseRequest request, List<Line> order) {
        Walk walk = walk(order);
        Leased leased = lease(request, walk);
        if (!leased.live()) {
            return leased;
        }
        idle = leased.jobs().isEmpty();
        return idle && walk.isPartial() && lines.areCheap() ? lease(request, lines.sweep(order)) : leased;
    }

    private Walk walk(List<Line> order) {
        return idle && lines.areCheap() ? lines.sweep(order) : lines.walk(order);
    }

    private static boolean asksForAll(LeaseRequest request) {
        return !request.suspect() && request.overdue().isZero();
    }

    /** Suspects are few: they are looked for from the heads, and where others stand is of no concern. */
    private static Walk fromHeads(List<Line> order) {
        return new Walk(
                order, order, Collections.nCopies(order.size(), Optional.empty()), Optional.empty(), Duration.ZERO);
    }

    private static List<Line> order(LeaseRequest request) {
        List<Line> order = new ArrayList<>();
        boolean lowestFirst = !request.overdue().isZero();
        for (String queue : request.queues()) {
            for (int i = NewJob.HIGHEST_PRIORITY; i <= NewJob.LOWEST_PRIORITY; i++) {
                order.add(new Line(queue, lowestFirst ? NewJob.LOWEST_PRIORITY - i : i));
            }
        }
        return order.stream().distinct().toList();
    }

    private Leased lease(LeaseRequest request, Walk walk) {
        Answer answer = answer(request, walk);
        answer.due.sort(inOrderOf(walk.asked()));
        if (walk.until().isPresent()) {
            pieceWalked(request, walk, answer);
        } else if (!request.suspect()) {
            answer.met(request).ifPresent(met -> lines.walked(walk, met));
        }
        return new Leased(answer.live, answer.due.stream().map(Due::job).toList());
    }

    private void pieceWalked(LeaseRequest request, Walk piece, Answer answer) {
        int jobs = answer.due.size();
        if (answer.asOf == null) {
            // Answered what an earlier request of this number had leased.
            lines.pieceFailed(piece);
        } else {
            lines.pieceWalked(piece, jobs, jobs >= request.limit());
        }
    }

    private Answer answer(LeaseRequest request, Walk walk) {
        try {
            return db.run("lease", connection -> ask(connection, request, walk));
        } catch (StoreUnavailableException e) {
            if (!request.suspect() && SqlErrors.isTimeout(e.getCause())) {
                failed(walk, e);
            }
            throw e;
        }
    }

    private void failed(Walk walk, StoreUnavailableException cause) {
        if (walk.until().isPresent()) {
            lines.pieceFailed(walk);
            return;
        }
        try {
            lines.failed(walk, time());
        } catch (StoreUnavailableException e) {
            // Then it is tried once more.
            cause.addSuppressed(e);
        }
    }

    private OffsetDateTime time() {
        return db.run("tell the time", connection -> {
            try (Statement statement = new Statement(connection, "select now()")) {
                return statement.row().getObject(1, OffsetDateTime.class);
            }
        });
    }

    private static Comparator<Due> inOrderOf(List<Line> order) {
        Map<Line, Integer> rank = new HashMap<>();
        order.forEach(line -> rank.put(line, rank.size()));
        return Comparator.<Due>comparingInt(due -> rank.get(due.line())).thenComparing(Due::place);
    }

    private Answer ask(Connection connection, LeaseRequest request, Walk walk) throws SQLException {
        try (Statement statement = new Statement(connection, walk.until().isPresent() ? LEASE_PIECE : LEASE)) {
            statement.number(session.value()).integer(request.number());
            bind(statement, walk);
            statement.texts(request.kinds()).flag(request.suspect());
            if (walk.until().isPresent()) {
                statement.text(walk.until().get().toString());
            } else {
                statement.number(request.overdue().toMillis());
            }
            return read(statement.integer(request.limit()).query(), request);
        }
    }

    private static void bind(Statement statement, Walk walk) throws SQLException {
        List<Optional<Place>> from = walk.from();
        statement
                .texts(walk.lines().stream().map(Line::queue).toList())
                .integers(walk.lines().stream().map(Line::priority).toList())
                .times(from.stream()
                        .map(place ->
                                place.map(known -> known.runAt().toString()).orElse(HEAD))
                        .toList())
                .numbers(from.stream()
                        .map(place -> place.map(Place::id).orElse(0L))
                        .toList());
    }

    private Answer read(ResultSet rows, LeaseRequest request) throws SQLException {
        if (!rows.next()) {
            throw new SQLException("the lease answered no row", "P0002");
        }
        Answer answer = new Answer(rows.getBoolean("live"), rows.getObject("run_at", OffsetDateTime.class));
        LeaseToken token = new LeaseToken(session, request.number());
        while (rows.next()) {
            answer.due.add(LeasedRows.due(rows, token, request.suspect()));
        }
        return answer;
    }

    /** A leased job and where it stood. */
    record Due(LeasedJob job, Line line, Place place) {}

    private static final class Answer {
        private final boolean live;
        private final OffsetDateTime asOf;
        private final List<Due> due = new ArrayList<>();

        Answer(boolean live, OffsetDateTime asOf) {
            this.live = live;
            this.asOf = asOf;
        }

        /** Jobs that were parked say nothing: they may have been leased out of turn. Empty if no line was walked. */
        Optional<Lines.Met> met(LeaseRequest request) {
            Map<Line, Place> last = new HashMap<>();
            Line end = null;
            for (Due one : due) {
                if (one.job().place().isEmpty()) {
                    last.put(one.line(), one.place());
                    end = one.line();
                }
            }
            boolean full = due.size() >= request.limit();
            if (asOf == null || (full && end == null)) {
                return Optional.empty();
            }
            return Optional.of(
                    new Lines.Met(asOf, last, Optional.ofNullable(end).filter(line -> full), asksForAll(request)));
        }
    }
}
