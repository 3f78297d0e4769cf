package dev.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Every event is on its page, with exactly the fields it has. */
class EventsPageTest {
    private final String text = Checkout.text("docs/events.md");

    @Test
    void thePageHasEveryEventWithItsFieldsAndNothingElse() {
        assertThat(EventsPage.of(text).fields())
                .isEqualTo(EventsPage.ofTheCode().fields());
    }

    @Test
    void anEventThatIsForgottenAndAFieldTooManyAreNoticed() {
        String row = "| `JobSettled` | `job`, `lease` |";
        assertThat(text).contains(row);

        assertThat(EventsPage.of(text.replace(row, "| nothing | nothing |")).fields())
                .doesNotContainKey("JobSettled")
                .isNotEqualTo(EventsPage.ofTheCode().fields());
        assertThat(EventsPage.of(text.replace(row, "| `JobSettled` | `job`, `lease`, `mood` |"))
                        .fields())
                .containsEntry("JobSettled", List.of("job", "lease", "mood"))
                .isNotEqualTo(EventsPage.ofTheCode().fields());
    }
}
