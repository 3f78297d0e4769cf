package dev.holdfast.redis;

import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Renewal;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Locks as keys with a ttl of their own. */
final class RedisLocks implements LockStore {
    private final Scripts scripts;
    private final RedisConfig config;
    private final Supplier<String> deployment;

    RedisLocks(Scripts scripts, RedisConfig config, Supplier<String> deployment) {
        this.scripts = scripts;
        this.config = config;
        this.deployment = deployment;
    }

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public LockClaim claim(LockKey key, Owner owner) {
        return new RedisClaim(key, owner, scripts, config, deployment);
    }

    @Override
    public Map<LockClaim, Renewal> renewAll(Collection<LockClaim> claims) {
        List<LockClaim> order = List.copyOf(claims);
        List<Reply> replies = order.isEmpty()
                ? List.of()
                : scripts.runAll(order.stream()
                        .map(claim -> ((RedisClaim) claim).renewal())
                        .toList());
        Map<LockClaim, Renewal> answers = new LinkedHashMap<>();
        for (int i = 0; i < order.size(); i++) {
            answers.put(order.get(i), renewal(replies.get(i)));
        }
        return answers;
    }

    private static Renewal renewal(Reply reply) {
        if (reply instanceof Reply.Answer answer) {
            return switch (answer.word()) {
                case "RENEWED" -> new Renewal.Renewed(Duration.ofMillis(answer.number(0)));
                case "LOST" -> new Renewal.Lost(whoInstead(answer.text(0)) + whyStolen(answer.text(1)));
                case "WANTED" -> new Renewal.Lost("it is being stolen: " + answer.text(0));
                default -> new Renewal.Unknown(Answers.why(reply));
            };
        }
        return Answers.isForeign(reply)
                ? new Renewal.Lost("its key holds something that is not a lock")
                : new Renewal.Unknown(Answers.why(reply));
    }

    private static String whoInstead(String value) {
        return value.isEmpty() ? "its key is gone" : "it is held by " + Hold.holder(value);
    }

    private static String whyStolen(String reason) {
        return reason.isEmpty() ? "" : ": it was stolen: " + reason;
    }

    @Override
    public void shorten(Collection<LockClaim> claims, Duration left) {
        if (!claims.isEmpty()) {
            scripts.runAll(claims.stream()
                    .map(claim -> ((RedisClaim) claim).shortening(left))
                    .toList());
        }
    }

    @Override
    public boolean endsWithLease() {
        return false;
    }

    @Override
    public Duration ttl() {
        return config.times().ttl();
    }
}
