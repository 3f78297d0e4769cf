package dev.holdfast.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;

/**
 * One event of one worker, as the demo saw it.
 *
 * @param at when, on the demo's own monotonic clock
 * @param worker its name
 * @param event name of the event
 * @param line its fields, with {@code level} and {@code message}
 */
record Sighting(Duration at, String worker, String event, JsonNode line) {
    boolean is(String name) {
        return event.equals(name);
    }

    long number(String field) {
        return line.path(field).asLong();
    }

    String text(String field) {
        return line.path(field).asText();
    }
}
