package dev.holdfast.github.pull;

import java.util.Objects;

/**
 * What a review found.
 *
 * @param decision what should happen
 * @param summary for people; cut, and without characters that cannot be stored or that hide
 * @param by the request that asked for the review
 */
public record Verdict(Decision decision, String summary, String by) {
    /** Even with every character escaped, a record has room for it. */
    private static final int LONGEST = 3000;

    /** What should happen with the pull request. */
    public enum Decision {
        APPROVE,
        CHANGES
    }

    public Verdict {
        Objects.requireNonNull(decision, "decision");
        summary = clean(summary == null ? "" : summary);
        by = by == null ? "" : by;
    }

    private static String clean(String text) {
        StringBuilder clean = new StringBuilder();
        text.codePoints().filter(Verdict::isPlain).limit(LONGEST).forEach(clean::appendCodePoint);
        return clean.toString().strip();
    }

    /** Characters of format hide or turn around what follows them. */
    private static boolean isPlain(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL -> character == '\n';
            case Character.FORMAT, Character.SURROGATE -> false;
            default -> true;
        };
    }
}
