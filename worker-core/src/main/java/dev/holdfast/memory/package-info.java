/**
 * An in-memory queue and lock store: for users' tests, and the executable reference of what every store promises.
 *
 * <p>One lock inside {@link dev.holdfast.memory.MemoryStore} plays the part of a database's transactions. The tables
 * ({@code JobTable}, {@code LockTable}, {@code SessionTable}, …) are plain data, touched only while that lock is
 * held; the classes named {@code Memory…} are the SPIs over them.
 */
package dev.holdfast.memory;
