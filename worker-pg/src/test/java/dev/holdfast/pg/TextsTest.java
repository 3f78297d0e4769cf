package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TextsTest {
    @Test
    void textThatCanBeStoredIsLeftAsItIs() {
        String text = "plain, é, \uD83D\uDE00, \u0001";

        assertThat(Texts.clean(text)).isSameAs(text);
    }

    @Test
    void case_82_nul_and_lone_surrogates_are_replaced() {
        assertThat(Texts.clean("a\0b\uD83Dc\uDE00d\uD83D")).isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uFFFD");
    }

    @Test
    void case_82_long_text_is_cut_and_stays_valid_when_the_cut_splits_a_character() {
        String clean = Texts.clean("x" + "\uD83D\uDE00".repeat(Texts.MAX_LENGTH));

        assertThat(clean).hasSize(Texts.MAX_LENGTH).endsWith("…");
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(clean)).isTrue();
    }
}
