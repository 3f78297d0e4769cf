package dev.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Every case names the tests that show the right behaviour, and every test that is named exists. */
class CasesPageTest {
    private static final List<Integer> CASES = List.of(
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
            32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 60, 61, 62, 63,
            64, 65, 66, 67, 68, 69, 70, 71, 72, 80, 82, 87);

    private final GuaranteesPage page = new GuaranteesPage(Checkout.text("docs/cases.md"));

    @Test
    void everyCaseIsThereAndNamesATest() {
        assertThat(page.promises())
                .extracting(row -> Integer.valueOf(row.split("\\|", -1)[1].strip()))
                .containsExactlyElementsOf(CASES);
        assertThat(page.unshown()).isEmpty();
    }

    @Test
    void everyTestThatIsNamedExists() {
        assertThat(page.missingFrom(TestCatalog.of(Checkout.sources()))).isEmpty();
    }
}
