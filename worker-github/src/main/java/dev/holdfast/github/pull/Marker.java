package dev.holdfast.github.pull;

/**
 * The hidden first line of a comment this plugin writes: by it a rerun finds the comment of an attempt that died, and the
 * webhook knows a comment of ours from one by a person.
 */
public final class Marker {
    private static final String START = "<!-- holdfast ";

    private Marker() {}

    /**
     * The marker of the comment on a review.
     *
     * @param number of the review among those of its commit
     */
    public static String of(String headSha, int number) {
        return START + "review " + number + " of " + HeadSha.canonical(headSha) + " -->";
    }

    /** True for a comment of ours. Quoting one does not make it one: a quote begins with another character. */
    public static boolean marks(String comment) {
        return comment.startsWith(START);
    }
}
