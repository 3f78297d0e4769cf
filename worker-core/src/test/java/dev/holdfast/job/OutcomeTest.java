package dev.holdfast.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    @Test
    void follow_ups_are_fixed_when_the_handler_answers() {
        List<NewJob> jobs = new ArrayList<>(List.of(NewJob.ofJson("next", "{}")));
        Outcome.Complete outcome = new Outcome.Complete("done", jobs);
        jobs.clear();

        assertThat(outcome.followUps()).hasSize(1);
    }

    @Test
    void a_result_may_be_empty_but_not_missing() {
        assertThat(Outcome.complete()).isEqualTo(Outcome.complete(""));
        assertThatNullPointerException().isThrownBy(() -> Outcome.complete(null));
    }

    @Test
    void a_snooze_is_0_to_366_days() {
        assertThat(Outcome.snooze(Duration.ZERO, "soon")).isNotNull();
        assertThatIllegalArgumentException().isThrownBy(() -> Outcome.snooze(Duration.ofNanos(-1), "past"));
        assertThatIllegalArgumentException().isThrownBy(() -> Outcome.snooze(NewJob.MAX_DELAY.plusNanos(1), "never"));
    }

    @Test
    void final_states_are_told_from_those_that_change() {
        assertThat(JobState.values())
                .filteredOn(JobState::isFinal)
                .containsExactly(JobState.COMPLETED, JobState.DISCARDED, JobState.CANCELLED);
    }

    @Test
    void an_attempt_that_was_told_to_stop_says_why() {
        assertThat(new AttemptCancelledException(CancelReason.SHUTDOWN).reason())
                .isEqualTo(CancelReason.SHUTDOWN);
        assertThat(new AttemptCancelledException(CancelReason.SHUTDOWN)).hasMessageContaining("SHUTDOWN");
    }
}
