package dev.holdfast.job;

/**
 * User code for a kind. One instance serves all attempts of its kind, on many threads at once; it may block.
 *
 * <p>Delivery is at least once: a worker that dies after the work and before the settlement runs it again.
 *
 * @param <T> payload type
 */
@FunctionalInterface
public interface JobHandler<T> {
    /**
     * Does the work.
     *
     * @param attempt what the handler may ask for; valid until this method returns
     * @return what should happen with the job
     * @throws Exception counts as a failed attempt, and is retried by the kind's policy
     */
    Outcome handle(T payload, Attempt attempt) throws Exception;
}
