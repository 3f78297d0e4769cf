package dev.holdfast.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LockPolicyTest {
    @Test
    void patience_is_bounded() {
        assertThat(LockPolicy.DEFER.waiting(Duration.ofHours(1)).patience()).isEqualTo(Duration.ofHours(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockPolicy.DEFER.waiting(Duration.ofHours(1).plusNanos(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> LockPolicy.DEFER.waiting(Duration.ofNanos(-1)));
    }

    @Test
    void waiting_keeps_what_happens_when_the_store_is_unreachable() {
        assertThat(LockPolicy.DEFER.waiting(Duration.ofSeconds(1)).defers()).isTrue();
        assertThat(LockPolicy.PROCEED.waiting(Duration.ofSeconds(1)).defers()).isFalse();
    }
}
