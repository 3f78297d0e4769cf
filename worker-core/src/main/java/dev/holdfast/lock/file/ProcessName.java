package dev.holdfast.lock.file;

/**
 * Names a process beyond doubt. A pid alone does not: pid 1 of another container, or a pid that was given out again, would
 * pass for a dead owner.
 *
 * @param boot id of the boot, empty if unknown
 * @param pidNamespace in which the pid counts, empty if unknown
 * @param pid its number there
 * @param start ticks after the boot; 0 if unknown
 */
record ProcessName(String boot, String pidNamespace, long pid, long start) {
    ProcessName {
        if (boot == null || pidNamespace == null) {
            throw new IllegalArgumentException("a process has a boot and a namespace");
        }
    }

    /** True if a pid means the same to both, so that one can see whether the other lives. */
    boolean isVisibleTo(ProcessName other) {
        return !boot.isEmpty() && boot.equals(other.boot) && pidNamespace.equals(other.pidNamespace);
    }
}
