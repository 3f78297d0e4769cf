package dev.holdfast.redis;

import dev.holdfast.lock.LockLeftovers;
import dev.holdfast.queue.StoreUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What lies in Redis, with the session that each value names. */
final class RedisLeftovers implements LockLeftovers {
    private final HeldKeys held;
    private final Scripts scripts;
    private final String prefix;

    RedisLeftovers(HeldKeys held, Scripts scripts, String prefix) {
        this.held = held;
        this.scripts = scripts;
        this.prefix = prefix;
    }

    @Override
    public List<Leftover> list(int limit) {
        return held.read().stream().limit(limit).map(RedisLeftovers::leftover).toList();
    }

    private static Leftover leftover(HeldKeys.Entry entry) {
        Optional<Origin> origin = Hold.read(entry.value())
                .map(hold -> new Origin(hold.whose().deployment(), hold.whose().session()));
        return new Leftover(entry.key(), entry.value(), origin);
    }

    @Override
    public boolean remove(Leftover found) {
        Reply reply = scripts.run(Call.of(Script.REMOVE, Keys.of(prefix, found.key()), found.value()));
        if (reply instanceof Reply.Answer answer && !answer.word().equals("LATE")) {
            return answer.word().equals("REMOVED");
        }
        throw new StoreUnavailableException("remove " + found.key(), new IOException(Answers.why(reply)));
    }
}
