package dev.holdfast.github.repo;

import java.util.regex.Pattern;

/**
 * What to check out: a commit by its full id, a branch, or a name in full like {@code refs/pull/7/head}. Only names that
 * git itself would accept, and none that it could take for an option or for a way to write several.
 *
 * @param name as given
 */
public record Ref(String name) {
    private static final int MOST = 200;
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/+#@-]*");
    private static final Pattern FORBIDDEN =
            Pattern.compile("\\.\\.|//|@\\{|/\\.|\\.lock(/|$)|[./]$|^@$|^HEAD$|^refs$");

    /** @throws IllegalArgumentException if git would not take it, or take it for something else */
    public Ref {
        boolean fits =
                name != null && name.length() <= MOST && ALLOWED.matcher(name).matches();
        if (!fits || FORBIDDEN.matcher(name).find()) {
            throw new IllegalArgumentException("a ref is a commit's full id, a branch, or a name like refs/pull/7/head:"
                    + " 1 to " + MOST + " characters of A-Z a-z 0-9 . _ / + # @ -, not beginning like an option,"
                    + " without .. and empty parts");
        }
    }

    boolean isCommit() {
        return COMMIT.matcher(name).matches();
    }

    /** How the other side calls it. */
    String remoteName() {
        return isCommit() || name.startsWith("refs/") ? name : "refs/heads/" + name;
    }

    @Override
    public String toString() {
        return name;
    }
}
