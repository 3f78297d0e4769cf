package dev.holdfast.app.cli;

import dev.holdfast.job.Job;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A job as the command line shows it. */
final class JobView {
    static final List<String> HEADS = List.of("ID", "STATE", "QUEUE", "KIND", "ATTEMPTS", "RUN AT", "KEY", "NOTE");

    private JobView() {}

    static List<String> row(Job job) {
        Job.Details details = job.details();
        return List.of(
                String.valueOf(job.id().value()),
                state(job),
                job.queue(),
                job.kind(),
                String.valueOf(details.tally().attempts()),
                details.timing().runAt().toString(),
                details.uniqueKey().orElse(""),
                details.note());
    }

    static Map<String, Object> json(Job job) {
        Job.Details details = job.details();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", job.id().value());
        fields.put("state", state(job));
        fields.put("queue", job.queue());
        fields.put("kind", job.kind());
        fields.put("payload", details.payload());
        details.uniqueKey().ifPresent(key -> fields.put("uniqueKey", key));
        fields.put("priority", details.priority());
        counters(job, fields);
        fields.put("enqueuedAt", details.timing().enqueuedAt().toString());
        fields.put("runAt", details.timing().runAt().toString());
        details.timing().endedAt().ifPresent(at -> fields.put("endedAt", at.toString()));
        details.holder().ifPresent(holder -> fields.put("holder", holder));
        fields.put("note", details.note());
        return fields;
    }

    private static void counters(Job job, Map<String, Object> fields) {
        Job.Details details = job.details();
        fields.put("round", details.round());
        fields.put("attempts", details.tally().attempts());
        fields.put("failures", details.tally().failures());
        fields.put("interruptions", details.tally().interruptions());
        fields.put("contentions", details.tally().contentions());
        fields.put("crashes", details.tally().crashes());
        fields.put("maxAttempts", details.maxAttempts());
    }

    private static String state(Job job) {
        return job.state().name().toLowerCase(Locale.ROOT);
    }
}
