package dev.holdfast.histories;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** One history being played: the store, the model, and who takes part. */
final class Play {
    /** So short that whoever finds nothing may sweep at once. */
    private static final Duration SHORT_SWEEP = Duration.ofMillis(1);

    /** A session may sweep for a fiftieth of its time: after this one it may again before a {@link Seat#SWEEP} is over. */
    private static final Duration LONG_SWEEP = Duration.ofMillis(15);

    /** So long that it is done in pieces from the second on. */
    private static final Duration TOO_LONG_SWEEP = Duration.ofMillis(25);

    private static final int FIRST = 6;

    private final HistoryStore store;
    private final Seats seats;
    private final History history;
    private final List<String> queues;
    private final Board board = new Board();
    private final List<String> told = new ArrayList<>();
    private final Transactions transactions = new Transactions(this);

    Play(HistoryStore store, Seats seats, History history, String name) {
        this.store = store;
        this.seats = seats;
        this.history = history;
        this.queues = IntStream.range(0, history.queues())
                .mapToObj(i -> name + "-" + i)
                .toList();
    }

    /** @throws BrokenPromise if the store broke one */
    void run() {
        if (sweepsInPieces()) {
            seats.close();
        }
        seats.begin(history.sessions());
        store.sweepsTake(history.lastWord() % 5 == 0 ? SHORT_SWEEP : LONG_SWEEP);
        try {
            history.steps().forEach(step -> step.action().perform(this, step));
            new Drain(this).run(history.lastWord());
        } finally {
            transactions.endAll(0);
            store.accidents().ifPresent(accidents -> accidents.pin(false));
            if (sweepsInPieces()) {
                // Theirs would go on to do so.
                seats.close();
            }
        }
    }

    HistoryStore store() {
        return store;
    }

    Board board() {
        return board;
    }

    Seats seats() {
        return seats;
    }

    List<String> queues() {
        return queues;
    }

    int priorities() {
        return history.priorities();
    }

    /** All queues of the history, in one of several orders. */
    List<String> queues(int number) {
        List<String> order = new ArrayList<>(queues);
        Collections.rotate(order, number);
        return number % 5 == 0 ? order.subList(0, 1) : order;
    }

    void tell(String what) {
        told.add(what);
    }

    List<String> told() {
        return told;
    }

    /** In some histories, and then no single lease has to sweep. */
    boolean sweepsInPieces() {
        return history.lastWord() % 5 == 1;
    }

    /** The first are too long, and now and then a piece is, too. */
    void sweepNext(int number) {
        if (sweepsInPieces()) {
            store.sweepsTake(number < FIRST || number % 3 == 0 ? TOO_LONG_SWEEP : SHORT_SWEEP);
        }
    }

    Duration ticks() {
        return store.ticks();
    }

    Transactions transactions() {
        return transactions;
    }

    Producers producers() {
        return new Producers(this);
    }

    Operators operators() {
        return new Operators(this);
    }

    Leasing leasing() {
        return new Leasing(this);
    }

    LeasingTogether together() {
        return new LeasingTogether(this);
    }

    Settling settling() {
        return new Settling(this);
    }

    Ends ends() {
        return new Ends(this);
    }
}
