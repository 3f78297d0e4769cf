package dev.holdfast.runtime;

import dev.holdfast.event.LockTimes;
import java.time.Duration;

/**
 * When a hold began, was believed for the last time, and was let go; null is not yet. Immutable.
 *
 * @param began its grant's reply, or the start without the lock
 * @param believed its last moment as a lock that is held
 * @param letGo before its release was sent
 */
record HoldTimes(Duration began, Duration believed, Duration letGo) {
    static final HoldTimes NONE = new HoldTimes(null, null, null);

    HoldTimes begun(Duration now) {
        return new HoldTimes(now, believed, letGo);
    }

    /** The hold is over, or its trust had ended before: the first end stands. */
    HoldTimes believedUntil(Duration now, Duration closesAt) {
        Duration until = closesAt.compareTo(now) < 0 ? closesAt : now;
        return believed == null ? new HoldTimes(began, until, letGo) : this;
    }

    HoldTimes letGo(Duration now) {
        return letGo == null ? new HoldTimes(began, believed, now) : this;
    }

    LockTimes since(Duration now) {
        return new LockTimes(age(began, now), age(believed, now), age(letGo, now));
    }

    private static Duration age(Duration moment, Duration now) {
        return moment == null || moment.compareTo(now) > 0 ? Duration.ZERO : now.minus(moment);
    }
}
