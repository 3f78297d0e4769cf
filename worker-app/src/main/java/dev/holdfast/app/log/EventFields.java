package dev.holdfast.app.log;

import dev.holdfast.event.Claimant;
import dev.holdfast.event.LockTimes;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.SessionId;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An event's fields as plain values: numbers, texts, lists. Read from the record itself, so that a new event is
 * logged with all its fields before anybody thinks of it.
 */
final class EventFields {
    private EventFields() {}

    /** By name, in the order of the record; durations end in {@code Ms}, and what is empty is left out. */
    static Map<String, Object> of(WorkerEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (RecordComponent component : event.getClass().getRecordComponents()) {
            put(fields, component.getName(), value(event, component));
        }
        return fields;
    }

    private static Object value(WorkerEvent event, RecordComponent component) {
        try {
            return component.getAccessor().invoke(event);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("an event's fields are public, and " + component + " is not", e);
        }
    }

    private static void put(Map<String, Object> fields, String name, Object value) {
        if (value instanceof Duration duration) {
            fields.put(name + "Ms", duration.toMillis());
        } else if (value instanceof LeaseToken lease) {
            fields.put("session", lease.session().value());
            fields.put("lease", lease.number());
        } else if (value instanceof Claimant by) {
            claimant(fields, by);
        } else if (value instanceof LockTimes times) {
            put(fields, "sinceGranted", times.sinceGranted());
            put(fields, "sinceBelieved", times.sinceBelieved());
            put(fields, "sinceLetGo", times.sinceLetGo());
        } else if (value instanceof Optional<?> optional) {
            optional.ifPresent(inner -> put(fields, name, inner));
        } else {
            fields.put(name, plain(value));
        }
    }

    private static void claimant(Map<String, Object> fields, Claimant by) {
        put(fields, "lease", by.owner().lease());
        put(fields, "token", by.owner().token());
        put(fields, "kind", by.kind());
        put(fields, "store", by.store());
        put(fields, "defers", by.defers());
    }

    private static Object plain(Object value) {
        if (value instanceof JobId job) {
            return job.value();
        } else if (value instanceof SessionId session) {
            return session.value();
        } else if (value instanceof FencingToken fence) {
            return fence.value();
        } else if (value instanceof List<?> list) {
            return list.stream().map(EventFields::plain).toList();
        }
        return value instanceof Number || value instanceof Boolean ? value : String.valueOf(value);
    }
}
