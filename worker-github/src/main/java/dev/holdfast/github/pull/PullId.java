package dev.holdfast.github.pull;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Names a pull request. Canonical: GitHub ignores the letter case of owners and repositories, so they are lower-cased
 * here, and every key made from them has one spelling.
 *
 * @param owner of the repository
 * @param repo name of the repository, without the owner
 * @param number positive
 */
public record PullId(String owner, String repo, int number) {
    /** ASCII only, checked before lower-casing: some other letters become ASCII ones by it. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    private static final Pattern DOTS = Pattern.compile("\\.+");

    public PullId {
        owner = canonical("owner", owner);
        repo = canonical("repo", repo);
        if (number <= 0) {
            throw new IllegalArgumentException("a pull request's number is positive, got " + number);
        }
    }

    private static String canonical(String what, String name) {
        if (name == null || !NAME.matcher(name).matches() || DOTS.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    what + " must be 1 to 100 characters of a-z 0-9 . _ - and more than dots");
        }
        return name.toLowerCase(Locale.ROOT);
    }

    /** {@code owner/repo#7}. */
    @Override
    public String toString() {
        return owner + "/" + repo + "#" + number;
    }
}
