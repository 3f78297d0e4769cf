package dev.holdfast.memory;

import dev.holdfast.queue.Wake;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listener with a thread of its own, {@code memory-wake}, which ends when the subscription is closed. Hints that
 * it is too slow for are dropped.
 */
final class Subscription implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);
    private static final int MOST_WAITING = 1000;

    private final BlockingQueue<Wake> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Consumer<Wake> listener;
    private final Consumer<Subscription> onClose;
    private final Thread thread = new Thread(this::deliver, "memory-wake");

    Subscription(Consumer<Wake> listener, Consumer<Subscription> onClose) {
        this.listener = listener;
        this.onClose = onClose;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Never waits: a hint may be lost. */
    void offer(Wake wake) {
        waiting.offer(wake);
    }

    private void deliver() {
        try {
            while (true) {
                tell(waiting.take());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Wake wake) {
        try {
            listener.accept(wake);
        } catch (RuntimeException e) {
            LOG.warn("a wake listener failed on {}", wake, e);
        }
    }

    @Override
    public void close() {
        onClose.accept(this);
        thread.interrupt();
    }
}
