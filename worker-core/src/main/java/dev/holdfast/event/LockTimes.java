package dev.holdfast.event;

import java.time.Duration;

/**
 * How long before an event the moments of its hold were, by the worker's monotonic clock. A release is told when the
 * store has answered; its holder had let go before that.
 *
 * @param sinceGranted since the grant's reply, or the start without the lock; zero if neither came
 * @param sinceBelieved since the lock was believed for the last time
 * @param sinceLetGo since the handler let go or had exited; zero while it has not
 */
public record LockTimes(Duration sinceGranted, Duration sinceBelieved, Duration sinceLetGo) {}
