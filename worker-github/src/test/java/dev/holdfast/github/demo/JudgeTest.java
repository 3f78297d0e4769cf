package dev.holdfast.github.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private final List<String> lines = new ArrayList<>();
    private int calls;

    @Test
    void two_attempts_at_work_on_one_pull_request_at_one_moment_are_an_overlap() {
        call("MERGE", "octo/shop", "12/1", 100, 200);
        call("CLOSE", "octo/shop", "13/1", 150, 250);

        assertThat(Judge.of(lines).verdict().overlappingActuations()).isEqualTo(1);
    }

    @Test
    void every_pair_counts_however_long_ago_the_first_began() {
        call("MERGE", "octo/shop", "12/1", 100, 900);
        call("LABEL", "octo/shop", "13/1", 200, 300);
        call("COMMENT", "octo/shop", "13/1", 400, 500);

        assertThat(Judge.of(lines).verdict().overlappingActuations()).isEqualTo(2);
    }

    @Test
    void calls_after_one_another_or_by_one_attempt_or_elsewhere_or_that_only_read_are_no_overlap() {
        call("LABEL", "octo/shop", "12/1", 100, 200);
        call("COMMENT", "octo/shop", "12/1", 150, 210);
        call("MERGE", "octo/shop", "13/1", 210, 300);
        call("MERGE", "octo/till", "14/1", 100, 300);
        call("READ", "octo/shop", "15/1", 100, 300);
        call("REVIEW", "octo/shop", "16/1", 100, 300);

        assertThat(Judge.of(lines).verdict().overlappingActuations()).isZero();
    }

    @Test
    void a_call_that_was_never_answered_goes_on_for_ever() {
        start("MERGE", "octo/shop", "12/1", 100);
        call("CLOSE", "octo/shop", "13/1", 999_999, 1_000_000);

        assertThat(Judge.of(lines).verdict().overlappingActuations()).isEqualTo(1);
    }

    @Test
    void an_effect_that_was_accepted_again_is_a_duplicate_each_time() {
        call("COMMENT", "octo/shop", "12/1", 100, 200);
        call("COMMENT", "octo/shop", "12/2", 300, 400);
        call("COMMENT", "octo/shop", "13/1", 500, 600);
        call("COMMENT", "octo/till", "14/1", 500, 600);

        assertThat(Judge.of(lines).verdict().duplicateActuations()).isEqualTo(2);
    }

    @Test
    void what_was_refused_is_neither_a_duplicate_nor_counted() {
        call("MERGE", "octo/shop", "12/1", 100, 200);
        String start = start("MERGE", "octo/shop", "12/2", 300);
        end(start, 400, false);

        assertThat(Judge.of(lines).verdict().duplicateActuations()).isZero();
        assertThat(Judge.of(lines).verdict().counts()).containsEntry("merges", 1L);
    }

    @Test
    void a_torn_last_line_is_left_out() {
        call("MERGE", "octo/shop", "12/1", 100, 200);
        String start = start("CLOSE", "octo/shop", "13/1", 300);
        lines.add(start.substring(0, 40));

        assertThat(Judge.of(lines).calls()).hasSize(2);
    }

    private void call(String kind, String repo, String who, long start, long end) {
        end(start(kind, repo, who, start), end, true);
    }

    private String start(String kind, String repo, String who, long at) {
        String line = """
                {"call":%d,"kind":"%s","repo":"%s","number":7,"sha":"abc","detail":"","who":"%s","at":"start","ns":%d}""".formatted(++calls, kind, repo, who, at);
        lines.add(line);
        return line;
    }

    private void end(String start, long at, boolean accepted) {
        lines.add(start.replace("\"start\"", "\"end\"")
                .replaceAll("\"ns\":\\d+", "\"accepted\":" + accepted + ",\"ns\":" + at));
    }
}
