package dev.holdfast.lease;

import java.util.Objects;
import java.util.UUID;

/**
 * Random id of one claim. Renewal and release compare it, so a claim can only ever touch what it took itself.
 *
 * @param value never null, different for every claim
 */
public record OwnerToken(UUID value) {
    public OwnerToken {
        Objects.requireNonNull(value, "an owner token is never null");
    }

    /** Draws a new token from the platform's secure random source. */
    public static OwnerToken random() {
        return new OwnerToken(UUID.randomUUID());
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
