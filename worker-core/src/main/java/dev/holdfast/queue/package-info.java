/**
 * SPIs of the durable queue. A {@link dev.holdfast.queue.Session} is itself a capability: there is no way to settle
 * or give back a job but through the session that leased it, under the lease token it was leased with.
 */
package dev.holdfast.queue;
