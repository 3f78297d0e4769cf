package dev.holdfast.memory;

import dev.holdfast.lease.SessionId;
import dev.holdfast.queue.Wake;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Hands hints to the subscribers, without ever waiting for one. Thread-safe. */
final class Hints {
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

    void due(String queue) {
        tell(new Wake.Due(queue));
    }

    void attention(SessionId session) {
        tell(new Wake.Attention(session));
    }

    private void tell(Wake wake) {
        subscriptions.forEach(subscription -> subscription.offer(wake));
    }

    AutoCloseable subscribe(Consumer<Wake> listener) {
        Subscription subscription = new Subscription(listener, subscriptions::remove);
        subscriptions.add(subscription);
        subscription.start();
        return subscription;
    }
}
