/**
 * Locks across the processes of one host, kept by its kernel.
 *
 * <p><b>How.</b> A directory has one guard file, which is never deleted. Whoever holds a key holds the kernel's lock on
 * the key's byte of that file, for the whole hold; above it stands a hold of this JVM, because the kernel tells processes
 * apart and not threads. Each JVM opens the guard once and never closes it, since closing any descriptor of a file drops
 * every lock the process has on it. The record beside it (who, boot, pid namespace, pid, start time, token, fence, child
 * processes) appears whole, by a link. It owns nothing: it is there for people, and so that a successor finds children that
 * outlive their owner.
 *
 * <p><b>The guarantee.</b>
 *
 * <ul>
 *   <li><b>The owner runs long</b>: there is no ttl, nothing is renewed, and nothing ages. A living owner keeps its lock
 *       until it releases it, also while it is frozen.
 *   <li><b>Hard kill</b> (SIGKILL, out of memory, power): the kernel frees the lock when the process is dead, not earlier
 *       and not later. Its recorded children are killed and waited for before the next one is granted it; if one cannot be
 *       killed, the lock is refused.
 *   <li><b>Redeploy</b>: the new process is refused until the old one has let go or is dead. There is nothing to shorten.
 *   <li><b>Several instances</b>: any number on one host and one directory, in containers too if they share the volume. A
 *       record is judged by boot, pid namespace, pid and start time; of a process that cannot be seen from here only the
 *       kernel lock counts.
 *   <li><b>Volumes</b>: one that does not keep another process out is refused when the store is opened. Several hosts can
 *       share a directory only as far as their volume passes record locks on between them; the children of an owner on
 *       another host or in another container are not seen.
 *   <li><b>A disk that fails</b>: a claim is answered as unknown and holds nothing; {@code FileLockStore.take} fails closed.
 *   <li><b>Somebody removes the guard</b>: holders are told at the next renewal. While their records stand and they live,
 *       nobody else on their host is granted what they hold.
 *   <li><b>Steal</b>: refused. The kernel takes a lock from nobody who lives.
 * </ul>
 */
package dev.holdfast.lock.file;
