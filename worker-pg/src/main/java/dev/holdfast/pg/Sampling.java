package dev.holdfast.pg;

import java.time.Duration;

/**
 * Decides which holds the ledger keeps when there are very many: all while a budget lasts, then one in two, four,
 * eight, so that in the long run no more are kept than the budget is filled up with. Used under its owner's lock.
 */
final class Sampling {
    static final int BUDGET = 1_000;
    static final int FILLED_UP_PER_SECOND = 10;

    private double budget = BUDGET;
    private Duration filledUpAt;

    /** One in how many is kept now. */
    int rate(Duration now) {
        fillUp(now);
        int rate = 1;
        for (double left = budget; left < BUDGET / 2.0 && rate < BUDGET; left = left * 2 + 1) {
            rate *= 2;
        }
        return rate;
    }

    /** Whether a hold is among those kept at that rate; the same for whoever asks. */
    static boolean keeps(Object token, int rate) {
        return Math.floorMod(token.hashCode(), rate) == 0;
    }

    void kept() {
        budget = Math.max(0, budget - 1);
    }

    private void fillUp(Duration now) {
        if (filledUpAt != null) {
            double seconds = now.minus(filledUpAt).toNanos() / 1e9;
            budget = Math.min(BUDGET, budget + seconds * FILLED_UP_PER_SECOND);
        }
        filledUpAt = now;
    }
}
