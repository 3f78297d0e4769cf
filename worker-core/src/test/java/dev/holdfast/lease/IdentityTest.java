package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IdentityTest {
    @Test
    void numbers_that_no_store_hands_out_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SessionId(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new JobId(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> new FencingToken(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new LeaseToken(new SessionId(1), -1));
    }

    @Test
    void a_missing_owner_token_is_never_one_that_others_share() {
        assertThatNullPointerException().isThrownBy(() -> new OwnerToken(null));
    }

    @Test
    void owner_tokens_are_drawn_anew() {
        assertThat(Stream.generate(OwnerToken::random).limit(1000)).doesNotHaveDuplicates();
    }

    @Test
    void fences_and_jobs_are_ordered_by_number() {
        assertThat(new FencingToken(9)).isLessThan(new FencingToken(10));
        assertThat(new JobId(9)).isLessThan(new JobId(10));
    }

    @Test
    void identities_read_like_what_they_are() {
        SessionId session = new SessionId(3);

        assertThat(session).hasToString("session 3");
        assertThat(new JobId(12)).hasToString("job 12");
        assertThat(new LeaseToken(session, 4)).hasToString("lease 3/4");
        assertThat(new FencingToken(7)).hasToString("fence 7");
    }

    @Test
    void the_system_ticker_never_falls() {
        Ticker ticker = Ticker.system();

        assertThat(ticker.now()).isLessThanOrEqualTo(ticker.now());
    }
}
