package dev.holdfast.redis;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Steal;
import java.time.Duration;
import java.util.function.Supplier;

/** One claim of one lock. */
final class RedisClaim implements LockClaim {
    /** How long a fence is remembered after the last grant or renewal of its key. */
    static final Duration FENCE_TTL = Duration.ofDays(2);
    /** A holder is stolen from by its value, as it was seen; how often it may turn out to be another meanwhile. */
    private static final int MOST_MOVES = 10;

    private static final int MOST_OF_A_REASON = 500;

    private final LockKey key;
    private final Owner owner;
    private final Scripts scripts;
    private final RedisConfig config;
    private final Supplier<String> deployment;
    private final Keys keys;

    RedisClaim(LockKey key, Owner owner, Scripts scripts, RedisConfig config, Supplier<String> deployment) {
        this.key = key;
        this.owner = owner;
        this.scripts = scripts;
        this.config = config;
        this.deployment = deployment;
        this.keys = Keys.of(config.prefix(), key);
    }

    @Override
    public LockKey key() {
        return key;
    }

    @Override
    public Owner owner() {
        return owner;
    }

    @Override
    public Acquisition tryAcquire() {
        return meaning(scripts.run(Call.of(Script.CLAIM, keys, token(), ttl(), fenceTtl(), whose())));
    }

    @Override
    public Release release() {
        Reply reply = scripts.run(Call.of(Script.RELEASE, keys, token()));
        if (reply instanceof Reply.Answer answer) {
            return answer.word().equals("RELEASED") ? Release.RELEASED : Release.NOT_MINE;
        }
        return Answers.isForeign(reply) ? Release.NOT_MINE : Release.UNKNOWN;
    }

    @Override
    public Acquisition steal(Steal request) {
        String seen = "";
        for (int moves = 0; moves <= MOST_MOVES; moves++) {
            Reply reply = scripts.run(theft(request, seen));
            if (!(reply instanceof Reply.Answer answer) || !answer.word().equals("MOVED")) {
                return meaning(reply);
            }
            seen = answer.text(0);
        }
        return new Acquisition.Unknown("the lock changed hands " + MOST_MOVES + " times while it was stolen");
    }

    private Call theft(Steal request, String seen) {
        String mode = request.mode().name();
        return Call.of(Script.STEAL, keys, token(), ttl(), fenceTtl(), whose(), mode, seen, reason(request));
    }

    static String reason(Steal request) {
        String reason = request.reason();
        return reason.substring(0, Math.min(reason.length(), MOST_OF_A_REASON));
    }

    Call renewal() {
        return Call.of(Script.RENEW, keys, token(), ttl(), fenceTtl());
    }

    Call shortening(Duration left) {
        return Call.of(Script.SHORTEN, keys, token(), Long.toString(Math.max(1, left.toMillis())));
    }

    private static Acquisition meaning(Reply reply) {
        if (reply instanceof Reply.Answer answer) {
            return switch (answer.word()) {
                case "GRANTED" -> granted(answer.text(0), answer.number(1));
                case "BUSY" -> new Acquisition.Busy(Hold.holder(answer.text(0)));
                default -> new Acquisition.Unknown(Answers.why(reply));
            };
        }
        return new Acquisition.Unknown(Answers.why(reply));
    }

    private static Acquisition granted(String value, long millisLeft) {
        return Hold.read(value)
                .<Acquisition>map(
                        hold -> new Acquisition.Granted(hold.fence(), Duration.ofMillis(Math.max(0, millisLeft))))
                .orElseGet(() -> new Acquisition.Unknown("what is stored under this token is not ours"));
    }

    private String token() {
        return owner.token().toString();
    }

    private String ttl() {
        return Long.toString(config.times().ttl().toMillis());
    }

    private static String fenceTtl() {
        return Long.toString(FENCE_TTL.toMillis());
    }

    private String whose() {
        return Hold.whose(deployment.get(), owner);
    }
}
