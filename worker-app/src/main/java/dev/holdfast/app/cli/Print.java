package dev.holdfast.app.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.IntStream;

/** Answers of commands: tables for people, JSON for programs. */
final class Print {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int WIDEST = 60;

    private Print() {}

    static void json(PrintStream out, Object value) {
        try {
            out.println(JSON.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("answers are plain values", e);
        }
    }

    /** Columns as wide as their widest cell, within reason. */
    static void table(PrintStream out, List<String> heads, List<List<String>> rows) {
        int[] widths = IntStream.range(0, heads.size())
                .map(column -> width(column, heads, rows))
                .toArray();
        row(out, heads, widths);
        rows.forEach(cells -> row(out, cells, widths));
    }

    private static int width(int column, List<String> heads, List<List<String>> rows) {
        int widest = rows.stream()
                .mapToInt(cells -> cell(cells.get(column)).length())
                .max()
                .orElse(0);
        return Math.max(heads.get(column).length(), widest);
    }

    private static void row(PrintStream out, List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            line.append(String.format("%-" + widths[i] + "s  ", cell(cells.get(i))));
        }
        out.println(line.toString().stripTrailing());
    }

    private static String cell(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= WIDEST ? line : line.substring(0, WIDEST - 1) + "…";
    }
}
