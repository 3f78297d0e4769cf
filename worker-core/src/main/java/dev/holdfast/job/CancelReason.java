package dev.holdfast.job;

/** Why an attempt was told to stop. */
public enum CancelReason {
    /** The worker shuts down and the drain deadline has passed. */
    SHUTDOWN,
    /** The attempt timeout has passed. */
    TIMEOUT,
    /** An operator or producer cancelled the job. */
    REQUESTED,
    /** The job is no longer this worker's. */
    LEASE_LOST,
    /** A lock the attempt holds was lost or stolen. */
    LOCK_LOST,
    /** The store could not be reached for so long that a lock the attempt holds can no longer be trusted. */
    UNTRUSTED
}
