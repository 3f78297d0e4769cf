package dev.holdfast.runtime;

/** Texts for people, made storable: cut, and without NUL and lone surrogates, so that no settlement fails on its text. */
final class ErrorText {
    static final int MAX_CHARS = 8_000;

    private static final int MAX_CAUSES = 5;
    private static final int MAX_FRAMES = 20;
    private static final int MAX_MESSAGE = 1_000;

    private ErrorText() {}

    /** A throwable with its causes and the top of its stack. */
    static String of(Throwable error) {
        try {
            return told(error);
        } catch (Throwable e) {
            // A handler's exception is a handler's code: what it tells may throw in its turn.
            return error.getClass().getName() + " (it cannot tell its message)";
        }
    }

    private static String told(Throwable error) {
        StringBuilder text = new StringBuilder();
        Throwable cause = error;
        for (int i = 0; cause != null && i < MAX_CAUSES; i++, cause = cause.getCause()) {
            text.append(i == 0 ? "" : "\ncaused by ").append(headline(cause));
            appendFrames(text, cause);
        }
        return clean(text.toString());
    }

    private static String headline(Throwable error) {
        String message = error.getMessage();
        return error.getClass().getName() + (message == null ? "" : ": " + cut(message, MAX_MESSAGE));
    }

    private static void appendFrames(StringBuilder text, Throwable error) {
        StackTraceElement[] frames = error.getStackTrace();
        for (int i = 0; i < Math.min(MAX_FRAMES, frames.length); i++) {
            text.append("\n  at ").append(frames[i]);
        }
    }

    /** The text, cut and storable. */
    static String clean(String text) {
        String shorter = cut(text, MAX_CHARS);
        StringBuilder clean = new StringBuilder(shorter.length());
        shorter.codePoints()
                .map(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) ? 0xFFFD : c)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "… (" + text.length() + " characters)";
    }
}
