package dev.holdfast.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.SessionId;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private final Metrics metrics = new Metrics();

    @Test
    void every_kind_of_event_is_counted_from_zero() {
        for (Class<?> event : WorkerEvent.class.getPermittedSubclasses()) {
            assertThat(value("holdfast_events_total{event=\"" + event.getSimpleName() + "\"}"))
                    .isEqualTo("0.0");
        }

        metrics.on(new WorkerEvent.SessionOpened(new SessionId(1)));
        metrics.on(new WorkerEvent.SessionOpened(new SessionId(2)));

        assertThat(value("holdfast_events_total{event=\"SessionOpened\"}")).isEqualTo("2.0");
        assertThat(value("holdfast_events_total{event=\"SessionLost\"}")).isEqualTo("0.0");
    }

    @Test
    void case_35_a_lock_store_that_may_evict_is_seen_while_it_lasts() {
        assertThat(value("holdfast_lock_store_unsafe")).isEqualTo("0.0");

        metrics.on(new WorkerEvent.LockStoreUnsafe("redis", "maxmemory-policy is allkeys-lru"));
        assertThat(value("holdfast_lock_store_unsafe")).isEqualTo("1.0");

        metrics.on(new WorkerEvent.LockStoreSafe("redis"));
        assertThat(value("holdfast_lock_store_unsafe")).isEqualTo("0.0");
    }

    @Test
    void readiness_is_asked_for_at_each_scrape() {
        AtomicBoolean ready = new AtomicBoolean();
        metrics.watch(ready::get);
        assertThat(value("holdfast_ready")).isEqualTo("0.0");

        ready.set(true);
        assertThat(value("holdfast_ready")).isEqualTo("1.0");
    }

    private String value(String series) {
        return metrics.scrape()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElse("missing");
    }
}
