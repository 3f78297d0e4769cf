package dev.holdfast.github.pull;

import java.util.Locale;
import java.util.regex.Pattern;

/** The one spelling of a commit's id: 40 or 64 hex digits in lower case. */
public final class HeadSha {
    private static final Pattern SHA = Pattern.compile("[0-9a-fA-F]{40}|[0-9a-fA-F]{64}");

    private HeadSha() {}

    /** @throws IllegalArgumentException if the text is not a commit's id */
    public static String canonical(String sha) {
        if (sha == null || !SHA.matcher(sha).matches()) {
            throw new IllegalArgumentException("a head SHA is 40 or 64 hex digits");
        }
        return sha.toLowerCase(Locale.ROOT);
    }
}
