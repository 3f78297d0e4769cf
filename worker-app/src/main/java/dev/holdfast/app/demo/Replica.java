package dev.holdfast.app.demo;

import java.time.Duration;

/** One worker of the demo, wherever it runs. Thread-safe. */
sealed interface Replica permits OwnReplica, ChildReplica {
    String name();

    /** Port of its endpoint. */
    int port();

    /** True while it may be sent deliveries. */
    boolean isUp();

    /** Asks it to drain; a second time, to hurry. Returns at once. */
    void requestStop();

    /** Waits for its end. True if it ended by itself, in time and in order. */
    boolean awaitEnd(Duration patience) throws InterruptedException;
}
