package dev.holdfast.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadCodecTest {
    record Review(String repository, int number, List<String> labels) {}

    private static void assertRefused(String json, String rule) {
        assertThatThrownBy(() -> PayloadCodec.check(json))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining(rule);
    }

    @Test
    void a_record_is_the_same_after_a_round_trip() {
        Review review = new Review("owner/repo", 7, List.of("ünïcode", "😀", "\"quoted\""));

        assertThat(PayloadCodec.decode(PayloadCodec.encode(review), Review.class))
                .isEqualTo(review);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "null", "true", "7", "-1.5e3", "\"text\"", " {\"a\":[1,{\"b\":null}]} "})
    void any_single_json_value_is_accepted_as_it_is(String json) {
        assertThat(PayloadCodec.check(json)).isEqualTo(json);
    }

    @Test
    void properties_of_a_newer_producer_are_ignored() {
        assertThat(PayloadCodec.decode(
                        "{\"repository\":\"r\",\"number\":1,\"labels\":[],\"since\":\"later\"}", Review.class))
                .isEqualTo(new Review("r", 1, List.of()));
    }

    @Test
    void a_payload_of_another_shape_is_refused_with_the_name_of_the_type() {
        assertThatThrownBy(() -> PayloadCodec.decode("{\"number\":\"seven\"}", Review.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("Review");
    }

    @Test
    void the_largest_payload_has_256_kib_of_utf_8() {
        String largest = '"' + "é".repeat(PayloadCodec.MAX_BYTES / 2 - 1) + '"';

        assertThat(PayloadCodec.check(largest)).isSameAs(largest);
        assertRefused(largest + ' ', PayloadCodec.MAX_BYTES + 1 + " bytes");
        assertThatThrownBy(() -> PayloadCodec.encode("x".repeat(PayloadCodec.MAX_BYTES)))
                .isInstanceOf(InvalidPayloadException.class);
    }

    @Test
    void the_deepest_nesting_is_100() {
        assertThat(PayloadCodec.check("[".repeat(100) + "]".repeat(100))).isNotEmpty();
        assertRefused("[".repeat(101) + "]".repeat(101), "depth");
        assertRefused("{\"a\":".repeat(101) + "1" + "}".repeat(101), "depth");
    }

    @Test
    void a_key_that_appears_twice_in_one_object_is_refused() {
        assertRefused("{\"a\":1,\"a\":2}", "Duplicate field");
        assertRefused("[{\"b\":{\"a\":1,\"a\":1}}]", "Duplicate field");
        assertThat(PayloadCodec.check("[{\"a\":1},{\"a\":2}]")).isNotEmpty();
    }

    @Test
    void the_character_nul_is_refused_wherever_it_hides() {
        assertRefused("\"a\\u0000b\"", "U+0000");
        assertRefused("{\"a\\u0000\":1}", "U+0000");
        assertRefused("\"a\0b\"", "not acceptable JSON");
        assertThat(PayloadCodec.check("\"\\\\u0000\"")).isNotEmpty();
    }

    @Test
    void half_a_character_is_refused() {
        assertRefused("\"\\ud800\"", "surrogate");
        assertRefused("\"\\udc00\\ud800\"", "surrogate");
        assertRefused("{\"\\ud800\":1}", "surrogate");
        assertThat(PayloadCodec.check("\"\\ud83d\\ude00\"")).isNotEmpty();
        assertThatThrownBy(() -> PayloadCodec.encode(Map.of("a", "\ud800")))
                .isInstanceOf(InvalidPayloadException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{} {}", "1 2", "null,", "{}]", "\"a\"x"})
    void anything_after_the_first_value_is_refused(String json) {
        assertThatThrownBy(() -> PayloadCodec.check(json)).isInstanceOf(InvalidPayloadException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "{", "{\"a\":}", "NaN", "'a'", "{a:1}", "// no", "[1,]", "01"})
    void what_is_not_json_is_refused(String text) {
        assertThatThrownBy(() -> PayloadCodec.check(text)).isInstanceOf(InvalidPayloadException.class);
    }

    @Test
    void a_refusal_is_short_however_large_the_payload() {
        assertThatThrownBy(() -> PayloadCodec.check("[" + "x".repeat(200_000)))
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(1000));
    }
}
