package dev.holdfast.memory;

import dev.holdfast.lease.SessionId;
import dev.holdfast.queue.NotAloneException;
import dev.holdfast.queue.SessionBeat;
import dev.holdfast.queue.SessionInfo;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sessions that have not ended. */
final class SessionTable {
    private final Map<Long, SessionRow> live = new TreeMap<>();
    private final Hints hints;
    private long lastId;

    SessionTable(Hints hints) {
        this.hints = hints;
    }

    /** @throws NotAloneException if one of two would have to be alone */
    SessionRow insert(SessionInfo info) {
        live.values().stream()
                .filter(other -> info.alone() || other.info.alone())
                .findFirst()
                .ifPresent(other -> refuse(info, other));
        SessionRow row = new SessionRow(new SessionId(++lastId), info);
        live.put(lastId, row);
        return row;
    }

    private static void refuse(SessionInfo info, SessionRow other) {
        String who = other.info.instance() + "@" + other.info.process().host();
        throw new NotAloneException(other.id, who, other.info.ttl(), info.alone());
    }

    /** True if there was such a session and is no more. */
    boolean hasEnded(SessionId id) {
        return id.value() <= lastId && !live.containsKey(id.value());
    }

    Optional<SessionRow> find(SessionId id) {
        return Optional.ofNullable(live.get(id.value()));
    }

    void end(SessionRow row) {
        row.ended = true;
        live.remove(row.id.value());
    }

    List<SessionBeat> beats() {
        return live.values().stream().map(SessionRow::seen).toList();
    }

    /** Makes the session look at what the store says it holds. */
    void callAttention(SessionId id) {
        find(id).ifPresent(row -> {
            row.attention++;
            hints.attention(id);
        });
    }

    Optional<Duration> longestTtl() {
        return live.values().stream().map(row -> row.info.ttl()).max(Comparator.naturalOrder());
    }
}
