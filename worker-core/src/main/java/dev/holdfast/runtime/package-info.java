/**
 * The worker: leases jobs, runs their handlers in scopes that own every lock they take, and shuts down in order.
 *
 * <p>Read in this order: {@link dev.holdfast.runtime.Worker} (what there is), {@code Fetcher} (the run loop),
 * {@code AttemptRunner} (the attempt pipeline), {@code ShutdownSequence} (the way down).
 */
package dev.holdfast.runtime;
