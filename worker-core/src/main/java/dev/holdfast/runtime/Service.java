package dev.holdfast.runtime;

import java.time.Duration;

/** A passive part of the worker: it does one round when told to, and owns no thread. */
@FunctionalInterface
interface Service {
    /**
     * Does one round.
     *
     * @param now the worker's ticker
     * @return how long the next round may wait, unless somebody calls for it earlier
     */
    Duration round(Duration now) throws Exception;
}
