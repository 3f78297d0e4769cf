package dev.holdfast.event;

/**
 * Hears what a worker does. Called on the worker's own threads: it returns quickly and never blocks on I/O. What it
 * throws is logged and has no effect on the work.
 */
@FunctionalInterface
public interface EventListener {
    void on(WorkerEvent event);

    /** Hears nothing. */
    EventListener NONE = event -> {};
}
