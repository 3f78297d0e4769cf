package dev.holdfast.github.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.github.pull.Verdict.Decision;
import dev.holdfast.job.InvalidPayloadException;
import dev.holdfast.job.PayloadCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerdictTest {
    @Test
    void a_summary_is_cut_and_freed_of_what_cannot_be_stored_or_seen() {
        Verdict verdict = new Verdict(Decision.CHANGES, "a\0b\ud800c\u202ed\ne" + "x".repeat(10_000), "job 1");

        assertThat(verdict.summary()).startsWith("abcd\nex").hasSize(3000);
        assertThat(PayloadCodec.decode(PayloadCodec.encode(verdict), Verdict.class))
                .isEqualTo(verdict);
    }

    @Test
    void a_payload_is_canonical_whoever_wrote_it() {
        ReviewRequest request = PayloadCodec.decode("""
                {"owner": "Octo", "repo": "Shop", "number": 7, "force": true}
                """, ReviewRequest.class);

        assertThat(request.id()).hasToString("octo/shop#7");
        assertThat(request.wants("any")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"owner\":\"\",\"repo\":\"shop\",\"number\":7}",
                "{\"owner\":\"octo\",\"repo\":\"..\",\"number\":7}",
                "{\"owner\":\"octo\",\"repo\":\"shop\",\"number\":0}",
                "{\"owner\":\"octo\",\"repo\":\"shop\",\"number\":7,\"headSha\":\"main\"}"
            })
    void a_payload_that_names_no_pull_request_is_set_aside(String json) {
        assertThatThrownBy(() -> PayloadCodec.decode(json, ReviewRequest.class))
                .isInstanceOf(InvalidPayloadException.class);
    }
}
