package dev.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between pages, and from pages to files, arrive. */
class PageLinksTest {
    private final List<Page> pages = Checkout.pages();

    @Test
    void everyLinkArrives() {
        assertThat(pages).extracting(Page::path).contains("README.md", "docs/guarantees.md");
        assertThat(pages).flatMap(page -> broken(page, Checkout::exists)).isEmpty();
    }

    @Test
    void aLinkToNowhereIsReported() {
        Page bad = new Page("docs/bad.md", """
                # The only heading
                [good](#the-only-heading) [no heading](#another) [no file](gone.md) [far](https://example.org) [x][ref]

                [ref]: ../GONE
                ```
                [code](is-no-link.md)
                ```
                """);

        assertThat(broken(bad, path -> false))
                .containsExactly("docs/bad.md: #another", "docs/bad.md: gone.md", "docs/bad.md: ../GONE");
    }

    private List<String> broken(Page page, Function<String, Boolean> exists) {
        return page.links().stream()
                .filter(target -> !arrives(page, target, exists))
                .map(target -> page.path() + ": " + target)
                .toList();
    }

    private boolean arrives(Page from, String target, Function<String, Boolean> exists) {
        String[] parts = target.split("#", 2);
        String path = parts[0].isEmpty() ? from.path() : Checkout.resolve(from.path(), parts[0]);
        boolean found = parts[0].isEmpty() || exists.apply(path);
        return found && (parts.length == 1 || headed(from, path).anyMatch(page -> page.hasHeading(parts[1])));
    }

    private Stream<Page> headed(Page from, String path) {
        return Stream.concat(Stream.of(from), pages.stream())
                .filter(page -> page.path().equals(path));
    }
}
