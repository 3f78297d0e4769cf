package dev.holdfast.redis;

import dev.holdfast.lease.Ticker;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Bounded waits that an interrupt does not cut short; it is kept for the caller, as a blocking socket would. */
final class Waiting {
    private Waiting() {}

    static <T> T on(Future<T> future, Duration until, Ticker ticker) throws ExecutionException, TimeoutException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    long left = until.minus(ticker.now()).toNanos();
                    return future.get(Math.max(0, left), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (CancellationException e) {
            throw new ExecutionException(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What went wrong, in the words of the innermost cause: those around it only say where. */
    static String reason(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
