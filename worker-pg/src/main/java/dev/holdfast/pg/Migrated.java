package dev.holdfast.pg;

/**
 * What a migration did.
 *
 * @param from schema version before; empty if there was none
 * @param to schema version now
 * @param applied scripts that were run
 */
public record Migrated(String from, String to, int applied) {
    @Override
    public String toString() {
        return applied == 0
                ? "schema is at version " + to + " already"
                : "schema migrated from version " + (from.isEmpty() ? "none" : from) + " to " + to + " (" + applied
                        + " scripts)";
    }
}
