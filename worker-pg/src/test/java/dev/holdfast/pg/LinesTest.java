package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.pg.Lines.Line;
import dev.holdfast.pg.Lines.Met;
import dev.holdfast.pg.Lines.Place;
import dev.holdfast.pg.Lines.Walk;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where a walk begins, and when it begins anew. */
class LinesTest {
    private static final Line HIGH = new Line("default", 0);
    private static final Line LOW = new Line("default", 9);
    private static final List<Line> BOTH = List.of(HIGH, LOW);
    private static final OffsetDateTime NOON = OffsetDateTime.of(2026, 5, 1, 12, 0, 0, 0, ZoneOffset.UTC);

    private Duration now = Duration.ofHours(1);
    private final Lines lines = new Lines(() -> now);

    private static Place at(int second, long id) {
        return new Place(NOON.plusSeconds(second), id);
    }

    /** A walk that takes so long and leases up to these places; it ends in the given line, or comes to the end of each. */
    private Walk walk(Duration took, Map<Line, Place> last, Line end) {
        Walk walk = lines.walk(BOTH);
        now = now.plus(took);
        lines.walked(walk, new Met(NOON, last, Optional.ofNullable(end), true));
        return walk;
    }

    private List<Optional<Place>> next() {
        return lines.walk(BOTH).from();
    }

    @Test
    void theFirstWalkBeginsAtTheHeads() {
        assertThat(next()).containsExactly(Optional.empty(), Optional.empty());
    }

    @Test
    void theNextOneGoesOnWhereItLeasedLast() {
        walk(Duration.ofMillis(10), Map.of(HIGH, at(-5, 7), LOW, at(-3, 9)), null);
        assertThat(next()).containsExactly(Optional.of(at(-5, 7)), Optional.of(at(-3, 9)));
    }

    @Test
    void aLineInWhichNothingWasDueIsWalkedFromAMinuteAgo() {
        walk(Duration.ofMillis(10), Map.of(HIGH, at(-5, 7)), null);
        assertThat(next()).containsExactly(Optional.of(at(-5, 7)), Optional.of(at(-60, 0)));
    }

    @Test
    void aLineThatWasNotReachedIsStillWalkedFromItsHead() {
        walk(Duration.ofMillis(10), Map.of(HIGH, at(-5, 7)), HIGH);
        assertThat(next()).containsExactly(Optional.of(at(-5, 7)), Optional.empty());
    }

    @Test
    void aSweepComesAfterFiftyTimesWhatTheLastOneTook() {
        walk(Duration.ofMillis(10), Map.of(), null);
        now = now.plusMillis(499);
        assertThat(next()).allMatch(Optional::isPresent);
        now = now.plusMillis(1);
        assertThat(next()).allMatch(Optional::isEmpty);
    }

    @Test
    void afterTwoSweepsForWhichJobsWaitNoticeablyTheyAreDoneInPieces() {
        sweep(Duration.ofMillis(21), Optional.empty());
        assertThat(timeToTheNextSweep()).as("one may have been held up").isEqualTo(Duration.ofMillis(50 * 21));
        assertThat(lines.piece(BOTH)).isEmpty();

        sweep(Duration.ofMillis(21), Optional.empty());

        assertThat(lines.piece(BOTH)).isPresent();
        now = now.plusHours(1);
        assertThat(next()).as("no whole sweep any more").allMatch(Optional::isPresent);
    }

    @Test
    void whenPiecesTakeLittleTheSweepIsDoneAtOnceAgain() {
        sweep(Duration.ofMillis(21), Optional.empty());
        now = now.plusMillis(50 * 21);
        sweep(Duration.ofMillis(21), Optional.empty());

        for (int i = 0; i < 40 && lines.piece(BOTH).isPresent(); i++) {
            lines.pieceWalked(piece(BOTH), 0, false);
            now = now.plusSeconds(1);
        }

        assertThat(next()).allMatch(Optional::isEmpty);
        assertThat(lines.areCheap()).isTrue();
    }

    @Test
    void whoeverAsksForSomeOfTheLinesDoesNotLeadTheOthersPastTheirPieces() {
        sweep(Duration.ofMillis(21), Optional.empty());
        now = now.plusMillis(50 * 21);
        sweep(Duration.ofMillis(21), Optional.empty());
        Walk whole = piece(BOTH);

        lines.pieceWalked(piece(List.of(HIGH)), 0, false);

        assertThat(piece(BOTH).until()).isEqualTo(whole.until());
        assertThat(piece(List.of(HIGH)).until()).isNotEqualTo(whole.until());
    }

    private Walk piece(List<Line> asked) {
        return lines.piece(asked).orElseThrow();
    }

    @Test
    void aWalkFromTheHeadsThatFailedIsTriedOnceMoreAndThenGoesOnFromWhatIsDueLately() {
        fail(NOON);
        assertThat(next()).as("may have been held up").allMatch(Optional::isEmpty);
        fail(NOON);

        Optional<Place> aMinuteAgo = Optional.of(at(-60, 0));
        assertThat(next()).containsExactly(aMinuteAgo, aMinuteAgo);
        assertThat(lines.areCheap()).isFalse();
        Walk piece = piece(BOTH);
        assertThat(piece.until()).contains(NOON.minusMinutes(1).minusNanos(1_000));
    }

    private void fail(OffsetDateTime time) {
        Walk walk = lines.walk(BOTH);
        now = now.plusMillis(30);
        lines.failed(walk, time);
    }

    @Test
    void aWalkFromOldPlacesThatFailedIsTriedOnceMoreAndThenGoesOnFromWhatIsDueLately() {
        walk(Duration.ofMillis(10), Map.of(HIGH, at(-5, 7), LOW, at(-5, 8)), null);
        now = now.plusHours(2);
        OffsetDateTime later = NOON.plusHours(2);
        fail(later);
        assertThat(next()).containsExactly(Optional.of(at(-5, 7)), Optional.of(at(-5, 8)));
        fail(later);
        assertThat(next()).allSatisfy(place -> assertThat(place).contains(new Place(later.minusMinutes(1), 0)));
    }

    @Test
    void failuresThatAreFarBetweenMoveNoPlace() {
        for (int i = 0; i < 3; i++) {
            walk(Duration.ofMillis(10), Map.of(HIGH, at(-5, 7), LOW, at(-5, 8)), null);
            now = now.plusHours(2);
            fail(NOON.plusHours(2));
        }
        now = now.plusHours(2);
        fail(NOON.plusHours(2));
        assertThat(next().get(0)).contains(at(-5, 7));
    }

    @Test
    void failuresMoveNoPlaceToWhichLeasesHaveJustComeInABacklog() {
        walk(Duration.ofMillis(10), Map.of(HIGH, at(-5, 7)), HIGH);
        fail(NOON.plusHours(2));
        fail(NOON.plusHours(2));
        assertThat(next())
                .containsExactly(
                        Optional.of(at(-5, 7)),
                        Optional.of(new Place(NOON.plusHours(2).minusMinutes(1), 0)));
    }

    @Test
    void walksThatEndBeforeALineDoNotHideThatItIsNeverReached() {
        for (int i = 0; i < 2; i++) {
            walk(Duration.ofMillis(10), Map.of(HIGH, at(-5, 7)), HIGH);
            fail(NOON);
        }
        assertThat(next().get(1)).isPresent();
    }

    @Test
    void whereLinesHaveAPlaceAWalkThatFailedGoesOnFromThere() {
        walk(Duration.ofMillis(10), Map.of(HIGH, at(-5, 7)), null);
        now = now.plusSeconds(1);

        fail(NOON);

        assertThat(next()).containsExactly(Optional.of(at(-5, 7)), Optional.of(at(-60, 0)));
    }

    @Test
    void aSweepThatLeasedAllItMightIsNotTakenForALongWalkUnlessItTakesTenTimesAsLong() {
        for (int i = 0; i < 3; i++) {
            sweep(Duration.ofMillis(199), Optional.of(HIGH));
            assertThat(timeToTheNextSweep()).isEqualTo(Duration.ofMillis(50 * 199));
        }
        for (int i = 0; i < 2; i++) {
            sweep(Duration.ofMillis(201), Optional.of(HIGH));
            now = now.plusMinutes(1);
        }
        assertThat(next().get(0)).as("no whole sweep any more").isPresent();
    }

    private void sweep(Duration took, Optional<Line> end) {
        Map<Line, Place> last = end.map(line -> Map.of(line, at(-9, 1))).orElse(Map.of());
        Walk walk = walk(took, last, end.orElse(null));
        assertThat(walk.from().get(0)).as("begins at the head").isEmpty();
    }

    private Duration timeToTheNextSweep() {
        Duration begun = now;
        while (next().get(0).isPresent()) {
            now = now.plusMillis(1);
        }
        return now.minus(begun);
    }

    @Test
    void aSlowSweepComesAgainAfterAMinute() {
        walk(Duration.ofSeconds(10), Map.of(), null);
        now = now.plusSeconds(59);
        assertThat(next()).allMatch(Optional::isPresent);
        now = now.plusSeconds(1);
        assertThat(next()).allMatch(Optional::isEmpty);
    }

    @Test
    void aSweepThatLeasedEnoughGoesOnFromThereAlthoughTheLineWasFurther() {
        walk(Duration.ofMillis(10), Map.of(HIGH, at(-1, 50)), null);
        now = now.plusSeconds(1);
        walk(Duration.ofMillis(10), Map.of(HIGH, at(-30, 3)), HIGH);
        assertThat(next().get(0)).contains(at(-30, 3));
    }

    @Test
    void aSweepThatFoundLittleDoesNotMoveTheLineBack() {
        walk(Duration.ofMillis(10), Map.of(HIGH, at(-1, 50)), null);
        now = now.plusSeconds(1);
        walk(Duration.ofMillis(10), Map.of(HIGH, at(-30, 3)), null);
        assertThat(next().get(0)).contains(at(-1, 50));
    }

    @Test
    void aLineThatIsNeverReachedDoesNotKeepOthersFromBeingSwept() {
        walk(Duration.ofMillis(10), Map.of(HIGH, at(-9, 1)), HIGH);
        for (int i = 0; i < 49; i++) {
            Walk walk = walk(Duration.ofMillis(10), Map.of(HIGH, at(-8, i)), HIGH);
            assertThat(walk.from().get(0)).as("walk " + i).isPresent();
        }
        now = now.plusMillis(10);
        assertThat(next().get(0)).as("after 500 ms").isEmpty();
    }

    @Test
    void aWalkThatPassedOverDueJobsIsNoSweep() {
        walk(Duration.ofMillis(10), Map.of(HIGH, at(-5, 7)), null);
        now = now.plusSeconds(1);
        Walk overdue = lines.walk(BOTH);
        now = now.plusMillis(10);
        lines.walked(overdue, new Met(NOON.minusMinutes(1), Map.of(HIGH, at(-90, 3)), Optional.empty(), false));
        assertThat(next()).as("still to be swept").allMatch(Optional::isEmpty);
        walk(Duration.ofMillis(10), Map.of(), null);
        assertThat(next().get(0)).as("where it was before").contains(at(-5, 7));
    }

    @Test
    void whoeverFindsNothingSweepsOnlyIfThatIsCheap() {
        walk(Duration.ofMillis(4), Map.of(), null);
        assertThat(lines.areCheap()).isTrue();
        now = now.plusSeconds(1);
        walk(Duration.ofMillis(5), Map.of(), null);
        assertThat(lines.areCheap()).isFalse();
    }
}
