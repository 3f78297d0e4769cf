package dev.holdfast.bench.run;

import dev.holdfast.bench.contender.HoldfastContender;
import dev.holdfast.bench.contender.RawCursor;
import dev.holdfast.bench.contender.RawSql;
import java.util.List;
import java.util.Map;

/** Ours and plain SQL, at the settings at which each does best. */
final class Subjects {
    static final Subject HOLDFAST = holdfast(Map.of("prefetch", "2000"));
    static final Subject WITH_HISTORY = holdfast(Map.of("prefetch", "2000", "history", "true"));
    /** The limit: the textbook shape without a runtime. */
    static final Subject RAW = Subject.own("raw-sql", RawSql.class, Map.of("batch", "500", "connections", "2"));

    /** The limit with what can be done about dead entries. */
    private static final Subject CURSOR =
            Subject.own("raw-cursor", RawCursor.class, Map.of("batch", "500", "connections", "2"));

    private Subjects() {}

    static Subject holdfast(Map<String, String> settings) {
        return Subject.own("holdfast", HoldfastContender.class, settings);
    }

    /** Ours with room for so many jobs at once. */
    static Subject holding(int jobs, int beatMillis) {
        return holdfast(Map.of(
                "concurrency", Integer.toString(jobs), "prefetch", "0", "beatMillis", Integer.toString(beatMillis)));
    }

    /** Programs of plain SQL to compare with; the first is the limit that the targets speak of. */
    static List<Subject> plain() {
        return List.of(RAW, CURSOR);
    }
}
