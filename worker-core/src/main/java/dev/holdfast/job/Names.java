package dev.holdfast.job;

import java.util.regex.Pattern;

/** The one rule for names of queues, kinds and unique keys. */
final class Names {
    static final int MAX_LENGTH = 200;

    private static final Pattern ALLOWED = Pattern.compile("[a-z0-9._:/#@-]{1," + MAX_LENGTH + "}");

    private Names() {}

    static String check(String what, String name) {
        if (name == null || !ALLOWED.matcher(name).matches()) {
            String shown = name == null ? "null" : '"' + name.substring(0, Math.min(80, name.length())) + '"';
            throw new IllegalArgumentException(
                    what + " " + shown + " must be 1 to " + MAX_LENGTH + " characters of a-z 0-9 . _ : / # @ -");
        }
        return name;
    }
}
