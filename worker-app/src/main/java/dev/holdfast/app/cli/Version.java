package dev.holdfast.app.cli;

import java.util.Optional;

/** Which version this is. */
final class Version {
    private Version() {}

    /** From the jar's manifest; {@code development} when run from class files. */
    static String current() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("development");
    }
}
