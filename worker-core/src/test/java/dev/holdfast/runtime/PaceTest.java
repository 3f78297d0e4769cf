package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final Duration POLL = Duration.ofSeconds(1);

    private final Pace pace = new Pace(POLL, new Random(1));

    private Duration look(int jobs) {
        pace.found(jobs);
        return pace.pause();
    }

    private static void assertUpTo(Duration pause, Duration bound) {
        assertThat(pause).isBetween(bound.multipliedBy(3).dividedBy(4), bound);
    }

    @Test
    void afterWorkTheNextLookComesAtOnceAndThenEachTimeTwiceAsLate() {
        assertUpTo(look(3), Duration.ofMillis(5));
        for (int ms : List.of(10, 20, 40, 80, 160, 320, 640)) {
            assertUpTo(look(0), Duration.ofMillis(ms));
        }
        assertUpTo(look(0), POLL);
        assertUpTo(look(0), POLL);
        assertUpTo(look(1), Duration.ofMillis(5));
    }

    @Test
    void aWaitIsNeverLongerThanThePollInterval() {
        Pace hasty = new Pace(Duration.ofMillis(3), new Random(1));
        for (int looks = 0; looks < 50; looks++) {
            hasty.found(looks % 7 == 0 ? 1 : 0);
            assertThat(hasty.pause()).isLessThanOrEqualTo(Duration.ofMillis(3));
        }
    }

    @Test
    void aRoundWithoutALookWaitsForASlotAndChangesNothing() {
        assertUpTo(look(1), Duration.ofMillis(5));
        assertThat(pace.pause()).isEqualTo(POLL);
        assertUpTo(look(0), Duration.ofMillis(10));
    }

    @Test
    void replicasThatBeganTogetherDoNotAskTogether() {
        Set<List<Duration>> waits = new HashSet<>();
        for (int replica = 0; replica < 5; replica++) {
            Pace one = new Pace(POLL, new Random(replica));
            List<Duration> own = new ArrayList<>();
            for (int looks = 0; looks < 20; looks++) {
                one.found(0);
                own.add(one.pause());
            }
            waits.add(own);
        }
        assertThat(waits).hasSize(5);
    }

    @Test
    void anEmptyLookIsIdlenessAndSixteenThatFoundWorkALoad() {
        look(1);
        assertThat(pace.isIdle()).isFalse();
        look(0);
        assertThat(pace.isIdle()).isTrue();
        for (int looks = 1; looks <= 15; looks++) {
            look(1);
            assertThat(pace.isLoaded()).isFalse();
        }
        look(1);
        assertThat(pace.isLoaded()).isTrue();
        assertThat(pace.isIdle()).isFalse();
        look(0);
        assertThat(pace.isLoaded()).isFalse();
    }

    @Test
    void aHintIsFollowedByOneMoreLookBecauseItStandsForOthersOfItsMoment() {
        for (int looks = 0; looks < 12; looks++) {
            look(0);
        }
        pace.hint();
        assertThat(look(0)).isEqualTo(Duration.ofMillis(15));
        assertUpTo(look(0), POLL);
    }
}
