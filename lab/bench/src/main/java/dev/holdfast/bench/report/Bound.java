package dev.holdfast.bench.report;

import java.util.Locale;

/**
 * What a ratio should be.
 *
 * @param value the bound itself, which is good enough
 * @param atLeast true if more is better
 */
public record Bound(double value, boolean atLeast) {
    public static Bound atLeast(double value) {
        return new Bound(value, true);
    }

    public static Bound atMost(double value) {
        return new Bound(value, false);
    }

    boolean isMetBy(double ratio) {
        return atLeast ? ratio >= value : ratio <= value;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s %.2f", atLeast ? "at least" : "at most", value);
    }
}
