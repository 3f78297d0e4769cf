package dev.holdfast.app.config;

/** Text of strangers, fit for one line of a message. */
final class Shown {
    private static final int LONGEST = 80;

    private Shown() {}

    static String brief(String text) {
        String clean = text.strip().replaceAll("\\p{Cntrl}", "?");
        return clean.length() <= LONGEST ? clean : clean.substring(0, LONGEST) + "…";
    }
}
