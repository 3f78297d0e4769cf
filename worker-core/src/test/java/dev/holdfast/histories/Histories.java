package dev.holdfast.histories;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Plays histories, several at once, each lane with a store of its own. The first that breaks a promise is cut down to
 * the steps that matter and shown with its seed; {@code -Dholdfast.seed=N} plays that one alone, and
 * {@code -Dholdfast.histories=N} so many.
 */
public final class Histories {
    private static final int LANES = 4;

    private final Supplier<HistoryStore> stores;
    private final AtomicLong next = new AtomicLong();
    private final AtomicReference<String> failure = new AtomicReference<>();

    /** @param stores opens one store over the same database for every lane */
    public Histories(Supplier<HistoryStore> stores) {
        this.stores = stores;
    }

    /** @throws AssertionError with the seed and the shortest history that was found to fail */
    public void play(int count) throws InterruptedException {
        Long seed = Long.getLong("holdfast.seed");
        if (seed != null) {
            next.set(seed);
            lane(seed + 1);
        } else {
            lanes(Integer.getInteger("holdfast.histories", count));
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    private void lanes(long end) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(LANES);
        try {
            List<Callable<Void>> lanes = new ArrayList<>();
            for (int i = 0; i < LANES; i++) {
                lanes.add(() -> lane(end));
            }
            for (Future<Void> lane : pool.invokeAll(lanes)) {
                lane.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a lane broke", e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private Void lane(long end) {
        try (HistoryStore store = stores.get();
                Seats seats = new Seats(store)) {
            for (long seed = next.getAndIncrement();
                    seed < end && failure.get() == null;
                    seed = next.getAndIncrement()) {
                History history = History.of(seed);
                Play play = new Play(store, seats, history, "h" + seed);
                try {
                    play.run();
                } catch (RuntimeException e) {
                    failure.compareAndSet(null, new Shrinking(store).report(history, play, e));
                }
            }
        }
        return null;
    }
}
