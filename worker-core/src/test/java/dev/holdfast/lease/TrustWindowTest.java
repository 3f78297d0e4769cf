package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TrustWindowTest {
    private static final Duration SENT = Duration.ofSeconds(100);
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Duration MARGIN = Duration.ofSeconds(4);

    private final TrustWindow window = new TrustWindow(SENT, TTL, MARGIN);

    @Test
    void trust_ends_a_margin_before_the_ttl_counted_from_the_sending() {
        assertThat(window.closesAt()).isEqualTo(Duration.ofSeconds(126));
        assertThat(window.isOpen(Duration.ofSeconds(126).minusNanos(1))).isTrue();
        assertThat(window.isOpen(Duration.ofSeconds(126))).isFalse();
    }

    @Test
    void a_holder_that_will_not_stop_halts_before_anybody_else_may_start() {
        assertThat(window.haltsAt()).isEqualTo(Duration.ofSeconds(129));
        assertThat(window.haltsAt()).isGreaterThan(window.closesAt()).isLessThan(SENT.plus(TTL));
    }

    @Test
    void what_remains_is_never_negative() {
        assertThat(window.remaining(SENT)).isEqualTo(Duration.ofSeconds(26));
        assertThat(window.remaining(Duration.ofSeconds(126))).isEqualTo(Duration.ZERO);
        assertThat(window.remaining(Duration.ofDays(1))).isEqualTo(Duration.ZERO);
    }

    @Test
    void a_later_confirmation_moves_the_window_and_an_older_one_does_not() {
        TrustWindow later = window.confirmed(SENT.plusSeconds(5));

        assertThat(later.closesAt()).isEqualTo(Duration.ofSeconds(131));
        assertThat(later.confirmed(SENT)).isEqualTo(later);
        assertThat(later.confirmed(SENT.plusSeconds(5))).isEqualTo(later);
    }

    @Test
    void it_works_on_a_clock_whose_origin_lies_in_the_future() {
        TrustWindow early = new TrustWindow(Duration.ofSeconds(-50), TTL, MARGIN);

        assertThat(early.isOpen(Duration.ofSeconds(-25))).isTrue();
        assertThat(early.isOpen(Duration.ofSeconds(-24))).isFalse();
    }

    @Test
    void without_a_margin_it_lasts_for_the_ttl() {
        assertThat(new TrustWindow(SENT, TTL, Duration.ZERO).closesAt()).isEqualTo(SENT.plus(TTL));
    }

    @Test
    void a_margin_outside_the_ttl_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TrustWindow(SENT, TTL, TTL));
        assertThatIllegalArgumentException().isThrownBy(() -> new TrustWindow(SENT, TTL, Duration.ofNanos(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new TrustWindow(SENT, Duration.ZERO, Duration.ZERO));
    }
}
