package dev.holdfast.app.log;

import dev.holdfast.event.EventListener;
import dev.holdfast.event.WorkerEvent;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes each event as one line: words for people, and beside them the event's name and fields for machines.
 * Thread-safe; the appender behind it is asynchronous, so it never blocks on I/O.
 */
public final class EventLog implements EventListener {
    /** Field with the event's name. */
    public static final String EVENT = "event";

    private final Logger log = LoggerFactory.getLogger("dev.holdfast.worker");

    @Override
    public void on(WorkerEvent event) {
        Wording wording = Wording.of(event);
        if (!log.isEnabledForLevel(wording.level())) {
            return;
        }
        LoggingEventBuilder line =
                log.atLevel(wording.level()).addKeyValue(EVENT, event.getClass().getSimpleName());
        for (Map.Entry<String, Object> field : EventFields.of(event).entrySet()) {
            line = line.addKeyValue(field.getKey(), field.getValue());
        }
        line.setCause(wording.cause().orElse(null)).log(wording.text());
    }

    /** The event's fields as numbers, texts and lists, as they stand in a line of JSON. */
    public static Map<String, Object> fields(WorkerEvent event) {
        return EventFields.of(event);
    }
}
