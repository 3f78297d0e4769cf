package dev.holdfast.contract;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/** Two actions for two threads: whoever calls first gets the first. */
final class EitherOf implements Callable<Object> {
    private final AtomicBoolean taken = new AtomicBoolean();
    private final Callable<?> first;
    private final Callable<?> second;

    EitherOf(Callable<?> first, Callable<?> second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public Object call() throws Exception {
        return taken.compareAndSet(false, true) ? first.call() : second.call();
    }
}
