package dev.holdfast.histories;

import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The sessions of histories that are played one after another; each goes on into the next unless it ends. */
final class Seats implements AutoCloseable {
    private static final SessionInfo.ProcessInfo PROCESS = new SessionInfo.ProcessInfo("localhost", 1, "0", "test");
    private static final Set<String> ALL = Set.of(Seat.WORK, Seat.OTHER);

    private final HistoryStore store;
    private final List<Seat> seats = new ArrayList<>();
    private int taken;

    Seats(HistoryStore store) {
        this.store = store;
    }

    void begin(int count) {
        taken = count;
        while (seats.size() < count) {
            seats.add(open(seats.size()));
        }
        seats.forEach(seat -> seat.farthest.clear());
        seats.forEach(seat -> seat.owesNoSweep());
        seats.forEach(seat -> seat.last = null);
    }

    private Seat open(int index) {
        // The third does not know all kinds: it passes by what others find.
        Set<String> kinds = index == 2 ? Set.of(Seat.WORK) : ALL;
        SessionInfo info = new SessionInfo("history", PROCESS, ALL, Duration.ofSeconds(30), Duration.ofSeconds(60));
        return new Seat(store.sessions().open(info), kinds, store.ticks());
    }

    List<Seat> all() {
        return List.copyOf(seats.subList(0, taken));
    }

    Seat pick(int number) {
        return seats.get(number % taken);
    }

    /** One that knows all kinds. */
    Seat pickAllKnowing(int number) {
        return seats.get(number % Math.min(taken, 2));
    }

    /** A new session takes the place of one that has ended. */
    void replace(Seat ended) {
        ended.session.close();
        int index = seats.indexOf(ended);
        seats.set(index, open(index));
    }

    @Override
    public void close() {
        for (Seat seat : seats) {
            seat.session.end(Session.Will.STOPPED);
            seat.session.close();
        }
        seats.clear();
    }
}
