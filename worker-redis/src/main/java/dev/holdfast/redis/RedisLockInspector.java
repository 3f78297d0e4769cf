package dev.holdfast.redis;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Steal;
import dev.holdfast.queue.StoreUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Locks for people. */
final class RedisLockInspector implements LockInspector {
    private static final int MOST_MOVES = 10;

    private final HeldKeys held;
    private final Scripts scripts;
    private final RedisConfig config;

    RedisLockInspector(HeldKeys held, Scripts scripts, RedisConfig config) {
        this.held = held;
        this.scripts = scripts;
        this.config = config;
    }

    /** Looks at every held lock, up to {@link HeldKeys#MOST}, to put them in order. */
    @Override
    public List<Shown> list(int limit) {
        return held.read().stream()
                .sorted(Comparator.comparing(HeldKeys.Entry::key))
                .limit(limit)
                .flatMap(entry -> Hold.read(entry.value()).map(hold -> shown(entry, hold)).stream())
                .toList();
    }

    @Override
    public Optional<Shown> find(LockKey key) {
        return held.read(key).flatMap(entry -> Hold.read(entry.value()).map(hold -> shown(entry, hold)));
    }

    @Override
    public Optional<Duration> honouredFor(LockKey key) {
        return held.left(key);
    }

    private Shown shown(HeldKeys.Entry entry, Hold hold) {
        return new Shown(
                entry.key(), new LockHolder(hold.whose().toString(), hold.fence()), hold.since(), entry.revoked(hold));
    }

    @Override
    public Optional<Stolen> steal(LockKey key, Steal request) {
        Keys keys = Keys.of(config.prefix(), key);
        String seen = "";
        for (int moves = 0; moves <= MOST_MOVES; moves++) {
            Reply.Answer answer = ask(keys, request, seen);
            if (!answer.word().equals("MOVED")) {
                return Optional.of(answer)
                        .filter(found -> !found.word().equals("FREE"))
                        .map(RedisLockInspector::stolen);
            }
            seen = answer.text(0);
        }
        throw unavailable(key, "the lock changed hands " + MOST_MOVES + " times meanwhile");
    }

    private Reply.Answer ask(Keys keys, Steal request, String seen) {
        String life = Long.toString(config.times().ttl().toMillis());
        Reply reply = scripts.run(
                Call.of(Script.OPERATOR_STEAL, keys, request.mode().name(), seen, RedisClaim.reason(request), life));
        if (reply instanceof Reply.Answer answer && !answer.word().equals("LATE")) {
            return answer;
        }
        throw unavailable(keys.lock(), Answers.why(reply));
    }

    private static Stolen stolen(Reply.Answer answer) {
        LockHolder victim = Hold.holder(answer.text(0));
        long greatest = Math.max(Long.parseLong(answer.text(1)), victim.fence().value());
        return new Stolen(victim, answer.word().equals("FREED"), new FencingToken(greatest));
    }

    private static StoreUnavailableException unavailable(Object what, String why) {
        return new StoreUnavailableException("steal " + what, new IOException(why));
    }
}
