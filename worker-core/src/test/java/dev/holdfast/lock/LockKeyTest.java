package dev.holdfast.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class LockKeyTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "owner/repo#7", "owner/repo#7@0a1b:full", "a.b_c-d", "0"})
    void names_of_one_or_more_parts_are_accepted(String name) {
        assertThat(new LockKey("pr-actuation", name).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "Owner/repo", "a b", "a\nb", "ü", "a\0", "a|b", "a\\b", "*"})
    void characters_that_have_a_second_spelling_or_a_meaning_are_refused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> new LockKey("ns", name));
        assertThatIllegalArgumentException().isThrownBy(() -> new LockKey(name, "name"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "#", "a/", "/a", "a//b", "a/#7", "a#", "a:@b", "@", ":a"})
    void case_49_an_empty_part_is_refused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LockKey("ns", name))
                .withMessageContaining("empty part");
        assertThatIllegalArgumentException().isThrownBy(() -> new LockKey(name, "name"));
    }

    @Test
    void the_longest_name_has_200_characters() {
        assertThat(new LockKey("n".repeat(200), "n".repeat(200)).name()).hasSize(200);
        assertThatIllegalArgumentException().isThrownBy(() -> new LockKey("ns", "n".repeat(201)));
        assertThatIllegalArgumentException().isThrownBy(() -> new LockKey("n".repeat(201), "name"));
    }

    @Test
    void a_refusal_does_not_repeat_a_huge_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LockKey("ns", "n".repeat(1_000_000)))
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(300));
    }

    @Test
    void what_is_printed_can_be_read_again() {
        LockKey key = new LockKey("pr-actuation", "owner/repo#7");

        assertThat(key).hasToString("pr-actuation/owner/repo#7");
        assertThat(LockKey.parse(key.toString())).isEqualTo(key);
        assertThatIllegalArgumentException().isThrownBy(() -> LockKey.parse("no-slash"));
        assertThatIllegalArgumentException().isThrownBy(() -> LockKey.parse("/name"));
        assertThatIllegalArgumentException().isThrownBy(() -> LockKey.parse("ns/"));
    }

    @Test
    void the_slots_of_permits_are_locks_of_their_own_and_have_one_line() {
        LockKey three = LockKey.permits("reviews", "owner/repo#7", 3);

        assertThat(three)
                .isNotEqualTo(new LockKey("reviews", "owner/repo#7"))
                .hasToString("reviews/owner/repo#7 (3 permits)");
        assertThat(three.slot(2)).isEqualTo(new LockKey("permits:reviews", "owner/repo#7#2"));
        assertThat(three.slot(1).line()).isEqualTo(three.slot(3).line()).isEqualTo(three.line());
        assertThat(three.line())
                .isEqualTo(LockKey.permits("reviews", "owner/repo#7", 5).line());
        assertThat(LockKey.parse(three.slot(2).toString())).isEqualTo(three.slot(2));
        LockKey lock = new LockKey("reviews", "owner/repo#7");
        assertThat(lock.line()).isEqualTo(lock);
    }

    @Test
    void permits_are_as_many_as_can_be_named() {
        assertThat(LockKey.permits("n".repeat(192), "n".repeat(195), 1000).permits())
                .isEqualTo(1000);
        assertThatIllegalArgumentException().isThrownBy(() -> LockKey.permits("ns", "name", 0));
        assertThatIllegalArgumentException().isThrownBy(() -> LockKey.permits("ns", "name", 1001));
        assertThatIllegalArgumentException().isThrownBy(() -> LockKey.permits("n".repeat(193), "name", 1));
        assertThatIllegalArgumentException().isThrownBy(() -> LockKey.permits("ns", "n".repeat(196), 1));
    }

    @Test
    void keys_are_ordered_by_namespace_and_then_by_name() {
        LockKey a = new LockKey("a", "z");
        LockKey b = new LockKey("b", "a");
        LockKey c = new LockKey("b", "b");

        assertThat(Stream.of(c, a, b).sorted()).containsExactly(a, b, c);
        assertThat(Stream.of(c, a, b)
                        .map(key -> new LockRequest(key, LockPolicy.DEFER))
                        .sorted()
                        .map(LockRequest::key))
                .isEqualTo(List.of(a, b, c));
    }
}
