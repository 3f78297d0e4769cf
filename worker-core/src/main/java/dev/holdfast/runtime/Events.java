package dev.holdfast.runtime;

import dev.holdfast.event.EventListener;
import dev.holdfast.event.WorkerEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands events to the listener; what a listener throws never reaches the work. */
final class Events {
    private static final Logger LOG = LoggerFactory.getLogger(Events.class);

    private final EventListener listener;

    Events(EventListener listener) {
        this.listener = listener;
    }

    void emit(WorkerEvent event) {
        try {
            listener.on(event);
        } catch (Throwable e) {
            // An Error too: a listener of a plugin must not end a loop, nor keep an attempt from being settled.
            LOG.warn("a listener failed on {}", event.getClass().getSimpleName(), e);
        }
    }
}
