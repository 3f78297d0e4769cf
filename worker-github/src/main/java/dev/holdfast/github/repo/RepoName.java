package dev.holdfast.github.repo;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Names a repository, and with it a folder below a base directory: it cannot lead out of that, and no part of it can be
 * taken for an option of a program. Canonical: GitHub ignores letter case, so the name is lower-cased.
 *
 * @param owner of the repository
 * @param name without the owner
 */
public record RepoName(String owner, String name) {
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9._-]{1,100}");
    private static final Pattern DOTS = Pattern.compile("\\.+");

    /** @throws IllegalArgumentException saying what is wrong with which part */
    public RepoName {
        owner = canonical("owner", owner);
        name = canonical("name", name);
    }

    private static String canonical(String what, String part) {
        if (part == null || !PART.matcher(part).matches()) {
            throw new IllegalArgumentException("a repository's " + what + " is 1 to 100 characters of a-z 0-9 . _ -");
        }
        if (part.startsWith("-")) {
            throw new IllegalArgumentException("a repository's " + what + " does not begin with -, like an option");
        }
        if (DOTS.matcher(part).matches()) {
            throw new IllegalArgumentException("a repository's " + what + " is more than dots, which lead elsewhere");
        }
        return part.toLowerCase(Locale.ROOT);
    }

    /** Reads {@code owner/name}. */
    public static RepoName parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException("a repository reads owner/name");
        }
        return new RepoName(parts[0], parts[1]);
    }

    @Override
    public String toString() {
        return owner + "/" + name;
    }
}
