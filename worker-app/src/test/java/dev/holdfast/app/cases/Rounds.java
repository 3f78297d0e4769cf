package dev.holdfast.app.cases;

import java.time.Duration;
import java.util.Random;

/**
 * How often a case of chance is played, and its dice. A slice by default; {@code -Dcases.rounds=300} plays a campaign,
 * {@code -Dcases.seed=…} throws the same dice again.
 */
final class Rounds {
    private final long seed = Long.getLong("cases.seed", new Random().nextLong());
    private final Random random = new Random(seed);

    Rounds(String name) {
        System.out.println(this + " of " + name);
    }

    static int count() {
        return Integer.getInteger("cases.rounds", 5);
    }

    long millis(long least, long most) {
        return least + random.nextInt((int) (most - least));
    }

    Duration duration(Duration least, Duration most) {
        return Duration.ofMillis(millis(least.toMillis(), most.toMillis()));
    }

    @Override
    public String toString() {
        return count() + " rounds (-Dcases.seed=" + seed + ")";
    }
}
