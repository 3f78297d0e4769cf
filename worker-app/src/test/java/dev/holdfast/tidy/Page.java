package dev.holdfast.tidy;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documentation.
 *
 * @param path from the root of the checkout, with slashes
 * @param text Markdown
 */
record Page(String path, String text) {
    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)|(?m)^\\[[^]]+]: (\\S+)$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern ELSEWHERE = Pattern.compile("^[a-z]+:.*");

    /** Targets of its links, but for those that lead out of the checkout. */
    List<String> links() {
        return LINK.matcher(prose())
                .results()
                .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
                .filter(target -> !ELSEWHERE.matcher(target).matches())
                .toList();
    }

    /** Whether a link to {@code #name} arrives. */
    boolean hasHeading(String name) {
        return headings().anyMatch(name::equals);
    }

    /** Headings as they are written in links: lower case, without punctuation, with hyphens for spaces. */
    private Stream<String> headings() {
        return HEADING.matcher(prose())
                .results()
                .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
    }

    private String prose() {
        return CODE_BLOCK.matcher(text).replaceAll("");
    }
}
