package dev.holdfast.lock.file;

/**
 * A process that works under a lock and may outlive its owner.
 *
 * @param pid its number in its owner's pid namespace
 * @param start ticks after the boot
 */
record Child(long pid, long start) {}
