package dev.holdfast.histories;

/** Payloads that carry a number, now and then as large as is allowed. */
final class Payloads {
    /** One in so many is large. */
    private static final int LARGE = 250;

    private static final int LARGEST = 250 * 1024;

    private Payloads() {}

    static String of(int mark, int number) {
        boolean large = number % LARGE == 1;
        return "{\"mark\": " + mark + ", \"pad\": \"" + (large ? "x".repeat(LARGEST) : "") + "\"}";
    }

    static boolean carries(String payload, int mark) {
        String dense = payload.replace(" ", "");
        return dense.contains("\"mark\":" + mark + ",") || dense.contains("\"mark\":" + mark + "}");
    }
}
