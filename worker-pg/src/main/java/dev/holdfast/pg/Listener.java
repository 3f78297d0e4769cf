package dev.holdfast.pg;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.holdfast.lease.Ticker;
import dev.holdfast.queue.Wake;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears notifications on a thread and a connection of its own and hands them on as hints. It starts with the first
 * subscription. A connection that breaks, or on which its notifications to itself stay away, is replaced. Thread-safe.
 */
final class Listener implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Listener.class);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    /** A subscriber waits so long to be heard from the start; later ones are hints as well. */
    private static final Duration FIRST_WORD = Duration.ofSeconds(2);

    private final Connections connections;
    private final Ticker ticker;
    private final List<Consumer<Wake>> consumers = new CopyOnWriteArrayList<>();
    private final CountDownLatch listening = new CountDownLatch(1);
    private volatile Ear ear;
    private volatile boolean closed;
    private Duration pause = FIRST_PAUSE;

    @GuardedBy("this")
    private Rounds rounds;

    Listener(Connections connections, Ticker ticker) {
        this.connections = connections;
        this.ticker = ticker;
    }

    AutoCloseable subscribe(Consumer<Wake> consumer) {
        consumers.add(consumer);
        start();
        awaitFirstWord();
        return () -> consumers.remove(consumer);
    }

    private synchronized void start() {
        if (rounds == null && !closed) {
            rounds = Rounds.start("holdfast-listener", this::listen);
        }
    }

    private void awaitFirstWord() {
        try {
            listening.await(FIRST_WORD.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Listens until the connection breaks. */
    private Duration listen() {
        try (Ear opened = new Ear(connections, ticker)) {
            ear = opened;
            listening.countDown();
            while (!closed) {
                opened.hear(this::hand);
                pause = FIRST_PAUSE;
            }
        } catch (SQLException | RuntimeException e) {
            if (!closed) {
                log.warn("listening broke off, polling goes on; listening again in {} ms", pause.toMillis(), e);
            }
        }
        Duration now = pause;
        pause = longer(pause);
        return now;
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    private void hand(Wake wake) {
        for (Consumer<Wake> consumer : consumers) {
            try {
                consumer.accept(wake);
            } catch (RuntimeException e) {
                log.warn("a listener for {} threw", wake, e);
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        Ear open = ear;
        if (open != null) {
            open.abort();
        }
        if (rounds != null) {
            rounds.close();
        }
    }
}
