package dev.holdfast.lock;

import dev.holdfast.lease.FencingToken;

/**
 * Who holds a contended lock, for people to read.
 *
 * @param who for example {@code job 12 of session 3}
 * @param fence fence of the holder's grant
 */
public record LockHolder(String who, FencingToken fence) {
    @Override
    public String toString() {
        return who + " (" + fence + ")";
    }
}
