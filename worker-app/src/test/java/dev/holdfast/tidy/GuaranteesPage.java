package dev.holdfast.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code docs/guarantees.md}. A promise is a row of a table whose last column is headed "shown by".
 *
 * @param text the page
 */
record GuaranteesPage(String text) {
    private static final Pattern TEST_NAME = Pattern.compile("`([A-Z]\\w*(?:Test|Cases|IT))\\.(\\w+)`");
    private static final Pattern HEAD = Pattern.compile("\\|.*\\| *shown by *\\|");

    /** The rows that promise something. */
    List<String> promises() {
        List<String> rows = new ArrayList<>();
        boolean promising = false;
        for (String line : text.lines().toList()) {
            boolean head = HEAD.matcher(line).matches();
            promising = head || (promising && line.startsWith("|"));
            if (promising && !head && !line.startsWith("|-")) {
                rows.add(line);
            }
        }
        return rows;
    }

    /** Promises that name no test in their last column. */
    List<String> unshown() {
        return promises().stream()
                .filter(row -> !TEST_NAME.matcher(lastCell(row)).find())
                .toList();
    }

    /** Tests the page names and nobody runs: those that do not exist, and parts that nobody runs on Postgres. */
    List<String> missingFrom(TestCatalog catalog) {
        return Stream.concat(
                        tests().filter(test -> !catalog.has(test.group(1), test.group(2)))
                                .map(test -> "no such test: " + name(test)),
                        tests().filter(test -> test.group(1).endsWith("Cases")
                                        && !catalog.onPostgres().contains(test.group(1)))
                                .map(test -> "not run on Postgres: " + name(test)))
                .toList();
    }

    private Stream<MatchResult> tests() {
        return TEST_NAME.matcher(text).results();
    }

    private static String name(MatchResult test) {
        return test.group(1) + "." + test.group(2);
    }

    private static String lastCell(String row) {
        String cells = row.substring(0, row.lastIndexOf('|'));
        return cells.substring(cells.lastIndexOf('|') + 1);
    }
}
