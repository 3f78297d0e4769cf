package dev.holdfast.app.cli;

import dev.holdfast.app.config.Durations;
import dev.holdfast.job.Job;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockInspector.Shown;
import dev.holdfast.lock.LockKey;
import dev.holdfast.pg.PgStore;
import dev.holdfast.pg.Story;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The story of one lock, in words and for programs.
 *
 * @param now who holds it now, as the lock store says
 * @param kind of the holder's job
 * @param honoured how long the store honours the hold without hearing of it again
 * @param past what the ledger knows
 */
record LockStory(LockKey key, Optional<Shown> now, Optional<String> kind, Optional<Duration> honoured, Story past) {
    private static final Pattern JOB = Pattern.compile("job (\\d+)");

    /** @param inspector of the store that keeps the lock; the ledger is in the database wherever that is */
    static LockStory read(PgStore store, LockInspector inspector, LockKey key, int limit) {
        Optional<Shown> now = inspector.find(key);
        Optional<String> kind =
                now.flatMap(LockStory::job).flatMap(store.jobs()::show).map(Job::kind);
        return new LockStory(
                key, now, kind, inspector.honouredFor(key), store.lockHistory().story(key, limit));
    }

    private static Optional<JobId> job(Shown held) {
        Matcher job = JOB.matcher(held.holder().who());
        return job.find() ? Optional.of(new JobId(Long.parseLong(job.group(1)))) : Optional.empty();
    }

    private boolean isNow(Story.Hold hold) {
        return now.filter(held -> held.holder().fence().value() == hold.fence()).isPresent();
    }

    private List<Story.Hold> earlier() {
        return past.holds().stream().filter(hold -> !isNow(hold)).toList();
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(now.map(this::holding).orElse("nobody holds " + key));
        now.ifPresent(held -> lines.add("  " + validity()));
        now.flatMap(Shown::revoked).ifPresent(reason -> lines.add("  its holder is told to let go: " + reason));
        past.waiting().forEach(one -> lines.add("  job " + one.job() + " waits for it, until " + one.until()));
        section(
                lines,
                "earlier holds, newest first:",
                earlier().stream().map(LockStory::line).toList());
        section(
                lines,
                "around it, newest first:",
                past.asides().stream().map(LockStory::line).toList());
        if (past.holds().isEmpty() && past.asides().isEmpty()) {
            lines.add("  the ledger knows nothing of it");
        }
        return lines;
    }

    private String holding(Shown held) {
        return key + " is held by " + held.holder().who()
                + kind.map(name -> ", which is " + name).orElse("") + ", since " + held.since() + ", under "
                + held.holder().fence();
    }

    private String validity() {
        return honoured.map(time -> "it stays valid while its worker is heard of, and at most " + Durations.shown(time)
                        + " after that")
                .orElse("the store does not tell how long that stays valid");
    }

    private static void section(List<String> lines, String head, List<String> rows) {
        if (!rows.isEmpty()) {
            lines.add("  " + head);
            rows.forEach(row -> lines.add("    " + row));
        }
    }

    private static String line(Story.Hold hold) {
        return hold.who() + hold.kind().map(kind -> " (" + kind + ")").orElse("") + ", fence " + hold.fence()
                + ", from "
                + hold.begun().map(Instant::toString).orElse("an unknown moment") + " to "
                + hold.ended().map(Instant::toString).orElse("an unknown moment") + ": "
                + hold.why().orElse("why it ended is not told (yet)");
    }

    private static String line(Story.Aside aside) {
        return aside.at() + " " + aside.who() + ": " + words(aside.what()) + aside.detail();
    }

    private static String words(String what) {
        return switch (what) {
            case "CONTENDED" -> "was refused, ";
            case "UNKNOWN" -> "got no answer: ";
            case "UNGUARDED" -> "ran without the lock: ";
            case "RENEWAL_FAILED" -> "its renewal got no answer: ";
            default -> "was late: ";
        };
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("key", key.toString());
        now.ifPresent(held -> fields.put("holder", holder(held)));
        fields.put("waiting", past.waiting().stream().map(LockStory::fields).toList());
        fields.put("earlier", earlier().stream().map(LockStory::fields).toList());
        fields.put("around", past.asides().stream().map(LockStory::fields).toList());
        return fields;
    }

    private Map<String, Object> holder(Shown held) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("who", held.holder().who());
        kind.ifPresent(name -> fields.put("kind", name));
        fields.put("fence", held.holder().fence().value());
        fields.put("since", held.since().toString());
        honoured.ifPresent(time -> fields.put("honouredMs", time.toMillis()));
        held.revoked().ifPresent(reason -> fields.put("wanted", reason));
        return fields;
    }

    private static Map<String, Object> fields(Story.Waiting waiting) {
        return Map.of("job", waiting.job(), "until", waiting.until().toString());
    }

    private static Map<String, Object> fields(Story.Hold hold) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("who", hold.who());
        hold.kind().ifPresent(kind -> fields.put("kind", kind));
        fields.put("fence", hold.fence());
        hold.begun().ifPresent(at -> fields.put("from", at.toString()));
        hold.ended().ifPresent(at -> fields.put("to", at.toString()));
        hold.why().ifPresent(why -> fields.put("why", why));
        return fields;
    }

    private static Map<String, Object> fields(Story.Aside aside) {
        return Map.of(
                "what",
                aside.what().toLowerCase(java.util.Locale.ROOT),
                "at",
                aside.at().toString(),
                "who",
                aside.who(),
                "detail",
                aside.detail());
    }
}
