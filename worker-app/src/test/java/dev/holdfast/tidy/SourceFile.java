package dev.holdfast.tidy;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One Java file.
 *
 * @param path from the root of the checkout, with slashes
 * @param text as it stands
 * @param code the text without comments and without the content of strings; line numbers are the same
 */
record SourceFile(String path, String text, String code) {
    private static final Pattern TEXT_BLOCK_STRING_CHARACTER_OR_COMMENT =
            Pattern.compile("\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\])++'"
                    + "|//[^\\n]*+|/\\*(?s:.*?)\\*/");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern OURS = Pattern.compile("\\bdev\\.holdfast(?:\\.[a-z][a-z0-9_]*+(?!\\())+");

    static SourceFile of(String path, String text) {
        Matcher matcher = TEXT_BLOCK_STRING_CHARACTER_OR_COMMENT.matcher(text);
        return new SourceFile(path, text, matcher.replaceAll(found -> blank(found.group())));
    }

    private static String blank(String found) {
        String quotes = found.startsWith("/") ? "" : "\"\"";
        return quotes + "\n".repeat((int) found.chars().filter(c -> c == '\n').count());
    }

    String module() {
        return path.substring(0, path.indexOf('/'));
    }

    boolean isMain() {
        return path.contains("/src/main/");
    }

    String packageName() {
        Matcher matcher = PACKAGE.matcher(code);
        return matcher.find() ? matcher.group(1) : "";
    }

    /** The packages of ours that this file names, in an import or in full, except its own. */
    Set<String> uses() {
        Set<String> packages = new TreeSet<>();
        OURS.matcher(code).results().forEach(found -> packages.add(found.group()));
        packages.remove(packageName());
        return packages;
    }

    int lines() {
        return (int) text.lines().count();
    }
}
