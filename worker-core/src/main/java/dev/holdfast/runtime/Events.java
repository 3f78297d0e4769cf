package dev.holdfast.runtime;

import dev.holdfast.event.EventListener;
import dev.holdfast.event.WorkerEvent;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands events to the listener; what a listener throws never reaches the work. */
final class Events {
    private static final Logger LOG = LoggerFactory.getLogger(Events.class);

    private final EventListener listener;
    private final AtomicLong unguarded = new AtomicLong();

    Events(EventListener listener) {
        this.listener = listener;
    }

    /** How often the work of a lock ran without it. */
    long unguarded() {
        return unguarded.get();
    }

    void emit(WorkerEvent event) {
        if (event instanceof WorkerEvent.LockUnguarded) {
            unguarded.incrementAndGet();
        }
        try {
            listener.on(event);
        } catch (Throwable e) {
            // An Error too: a listener of a plugin must not end a loop, nor keep an attempt from being settled.
            LOG.warn("a listener failed on {}", event.getClass().getSimpleName(), e);
        }
    }
}
