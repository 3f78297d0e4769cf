package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many jobs are leased ahead of a free slot. */
class AheadTest {
    private Duration now = Duration.ZERO;
    private final Ahead ahead = new Ahead(10, 2_000, () -> now);

    private void ended(int attempts, Duration each) {
        IntStream.range(0, attempts).forEach(i -> ahead.timed(() -> now = now.plus(each)));
    }

    @Test
    void nothingIsLeasedAheadBeforeAnythingIsKnown() {
        assertThat(ahead.jobs()).isZero();
    }

    @Test
    void asManyAsStartWithinTheHorizon() {
        ended(1, Duration.ofMillis(20));
        assertThat(ahead.jobs()).as("ten rounds of ten slots in 200 ms").isEqualTo(100);
    }

    @Test
    void jobsOfMicrosecondsFillTheLineAndNoMore() {
        ended(1, Duration.ofNanos(100));
        assertThat(ahead.jobs()).isEqualTo(2_000);
    }

    @Test
    void jobsOfMinutesAreNotLeasedAhead() {
        ended(1, Duration.ofMinutes(3));
        assertThat(ahead.jobs()).isZero();
    }

    @Test
    void oneLongJobAmongShortOnesCountsAtOnce() {
        ended(1_000, Duration.ofMillis(1));
        assertThat(ahead.jobs()).isBetween(1_900, 2_000);
        ended(1, Duration.ofMinutes(1));
        assertThat(ahead.jobs()).isZero();
        ended(100, Duration.ofMillis(1));
        assertThat(ahead.jobs()).as("a hundred short ones later").isGreaterThan(1_000);
    }

    @Test
    void jobsThatWereGivenBackForWantOfASlotEndIt() {
        ended(1, Duration.ofMillis(1));
        ahead.waitedInVain(Duration.ofSeconds(2));
        assertThat(ahead.jobs()).isZero();
    }
}
