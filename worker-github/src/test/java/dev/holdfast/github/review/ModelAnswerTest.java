package dev.holdfast.github.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.holdfast.github.pull.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelAnswerTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"verdict\":\"approve\",\"summary\":\"fine\"}",
                "```json\n{\"verdict\":\"approve\",\"summary\":\"fine\"}\n```",
                "Here you are: {\"verdict\":\"approve\",\"summary\":\"fine\",\"more\":{}} Bye."
            })
    void a_verdict_is_found_in_whatever_surrounds_it(String content) {
        assertThat(ModelAnswer.read(completion(content), "job 1"))
                .isEqualTo(new Verdict(Verdict.Decision.APPROVE, "fine", "job 1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "approve",
                "}{",
                "{}",
                "{\"verdict\":\"yes\"}",
                "{\"verdict\":true}",
                "{\"verdict\":\"approve\",\"verdict\":\"changes\"}",
                "{\"verdict\":\"approve\"} or {\"verdict\":\"changes\"}"
            })
    void anything_else_is_no_verdict(String content) {
        assertThatThrownBy(() -> ModelAnswer.read(completion(content), "job 1"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void no_choice_is_no_verdict() {
        assertThatThrownBy(() -> ModelAnswer.read("{\"choices\":[]}", "job 1"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String completion(String content) {
        ObjectNode completion = JsonNodeFactory.instance.objectNode();
        completion.putArray("choices").addObject().putObject("message").put("content", content);
        return completion.toString();
    }
}
