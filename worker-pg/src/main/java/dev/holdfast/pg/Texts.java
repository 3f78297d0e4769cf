package dev.holdfast.pg;

/** Makes any text one that PostgreSQL stores: nothing that is shown to people may fail a write. */
final class Texts {
    /** Longest result, error, reason or note, in characters. */
    static final int MAX_LENGTH = 8 * 1024;

    private static final char REPLACEMENT = '\uFFFD';

    private Texts() {}

    /** The text without NUL and lone surrogates, cut. */
    static String clean(String text) {
        String cut = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH - 1) + '…' : text;
        StringBuilder clean = null;
        for (int i = 0; i < cut.length(); i++) {
            if (!isStorable(cut, i)) {
                clean = clean == null ? new StringBuilder(cut) : clean;
                clean.setCharAt(i, REPLACEMENT);
            }
        }
        return clean == null ? cut : clean.toString();
    }

    private static boolean isStorable(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
        }
        return c != '\0';
    }
}
