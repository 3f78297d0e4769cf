package dev.holdfast.github.review;

import dev.holdfast.github.pull.PullId;
import dev.holdfast.github.pull.PullLocks;
import dev.holdfast.github.pull.Verdict;
import dev.holdfast.job.Attempt;
import dev.holdfast.job.PayloadCodec;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockKey;
import java.util.Optional;

/**
 * The finished reviews of one commit. The first is recorded as the effect {@code review}, each one that was forced later
 * under the next number; the last one counts. Reading blocks on the store.
 *
 * @param attempt reads and records
 * @param key the review lock of the commit
 */
public record Reviews(Attempt attempt, LockKey key) {
    /** Most reviews of one commit; a bound, since each look goes through them. */
    private static final int MOST = 100;

    /**
     * A finished review.
     *
     * @param number 1 for the first of its commit
     * @param verdict what it found
     */
    public record Finished(int number, Verdict verdict) {}

    public static Reviews of(Attempt attempt, PullId pull, String headSha, String mode) {
        return new Reviews(attempt, PullLocks.review(pull, headSha, mode));
    }

    /** The review that counts, if there is one. */
    public Optional<Finished> latest() {
        Optional<Finished> latest = Optional.empty();
        for (int number = 1; number <= MOST; number++) {
            Optional<String> recorded = attempt.recorded(key, name(number));
            if (recorded.isEmpty()) {
                break;
            }
            latest = Optional.of(new Finished(number, PayloadCodec.decode(recorded.get(), Verdict.class)));
        }
        return latest;
    }

    /** Records a verdict under the lock; the record of the same number that was there already wins. */
    Finished record(HeldLock lock, int number, Verdict verdict) throws Exception {
        String recorded = attempt.effect(lock, new RecordVerdict(name(number), PayloadCodec.encode(verdict)));
        return new Finished(number, PayloadCodec.decode(recorded, Verdict.class));
    }

    private static String name(int number) {
        return number == 1 ? "review" : "review:" + number;
    }
}
