package dev.holdfast.event;

import dev.holdfast.lock.Owner;

/**
 * Who asked for a lock.
 *
 * @param owner the attempt and the token of its claim, which names this one hold among all holds of the key
 * @param kind of the job
 * @param store where the lock is kept
 * @param defers true if the job does not run without the lock: it guards a mutation
 */
public record Claimant(Owner owner, String kind, String store, boolean defers) {}
