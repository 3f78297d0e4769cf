package dev.holdfast.plugin;

import dev.holdfast.job.JobHandler;
import dev.holdfast.job.NewJob;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The handlers of a worker, one a kind. Filled at start-up on one thread, read by many afterwards. */
public final class Handlers {
    private final Map<String, HandlerSpec<?>> byKind = new TreeMap<>();

    /**
     * Registers a handler with the defaults.
     *
     * @throws IllegalArgumentException if the kind has a handler already, or is not a valid name
     */
    public <T> Handlers handle(String kind, Class<T> payloadType, JobHandler<T> handler) {
        return handle(kind, HandlerSpec.of(payloadType, handler));
    }

    /**
     * Registers a handler.
     *
     * @throws IllegalArgumentException if the kind has a handler already, is not a valid name, or is too long for a limit
     */
    public Handlers handle(String kind, HandlerSpec<?> spec) {
        String checked = NewJob.ofJson(kind, "null").kind();
        spec.checkLimits(checked);
        if (byKind.putIfAbsent(checked, spec) != null) {
            throw new IllegalArgumentException(
                    "two handlers for kind " + kind + ": remove one of the plugins that register it");
        }
        return this;
    }

    public Optional<HandlerSpec<?>> find(String kind) {
        return Optional.ofNullable(byKind.get(kind));
    }

    public Set<String> kinds() {
        return Set.copyOf(byKind.keySet());
    }
}
