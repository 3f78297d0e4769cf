/**
 * Locks on resources outside the job row, held exactly as long as the attempt that took them.
 *
 * <p><b>The guarantee.</b> A lock ends only because its owner finished, was explicitly stolen from, or stopped itself
 * or died and its ttl ran out. What that means:
 *
 * <ul>
 *   <li><b>The owner runs longer than the ttl</b>: the lock does not lapse while the worker reaches the store. When it
 *       does not, the owner stops believing in the lock ({@link dev.holdfast.lease.TrustWindow}) before anyone else can
 *       be granted it, and an owner that guards a mutation and will not stop takes its process down first.
 *   <li><b>Hard kill</b> (SIGKILL, out of memory, power): the lock is free at most ttl + one poll later.
 *   <li><b>Redeploy</b>: the new process is refused until the old owner has ended. Shutdown frees a lock only after the
 *       thread that held it has exited; for a thread that will not, a peer does it once the process is gone.
 *   <li><b>Eviction</b>: a store that may drop a key under memory pressure is refused at boot.
 *   <li><b>Several instances</b>: a boot never touches what a live session holds. "Single instance" is declared and
 *       enforced, never assumed.
 * </ul>
 *
 * <p>A job that finds its lock busy is parked: it waits in the lock's line without a thread, first come first served, and
 * is woken by the release ({@link dev.holdfast.lock.Parking}). It holds nothing meanwhile, so jobs never wait for each
 * other in a circle. Where locks have a ttl of their own the line is kept beside the jobs, in the queue's store: it is
 * served in order, and a newcomer that asks at the right moment can overtake it.
 *
 * <p>Permits ({@link dev.holdfast.lock.LockKey#permits}) are for at most n holders at once: n locks with one line.
 *
 * <p>There is no way to release by name. A {@link dev.holdfast.lock.LockClaim} is a capability: it alone can renew or
 * release what it claimed, by its owner token. This is not mutual exclusion beyond doubt: between the last check and a
 * remote call's effect a pause can intervene. The {@link dev.holdfast.lease.FencingToken} of each grant lets a resource
 * that remembers it refuse the late owner.
 */
package dev.holdfast.lock;
