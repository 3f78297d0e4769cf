package dev.holdfast.app.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name somebody probably meant. */
final class Nearest {
    private Nearest() {}

    /** The name with the fewest edits, if at least half of it is right. */
    static Optional<String> to(String written, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String name) -> edits(written, name))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(name -> edits(written, name) * 2 <= name.length());
    }

    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            nextRow(row, from.charAt(i - 1), i, to);
        }
        return row[to.length()];
    }

    private static void nextRow(int[] row, char letter, int i, String to) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j < row.length; j++) {
            int substituted = diagonal + (letter == to.charAt(j - 1) ? 0 : 1);
            diagonal = row[j];
            row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
        }
    }
}
