package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.pg.Lines.Line;
import dev.holdfast.pg.Lines.Place;
import dev.holdfast.pg.Lines.Walk;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** In which pieces what lies behind the places is walked, and when. */
class LongSweepTest {
    private static final Line HIGH = new Line("default", 0);
    private static final Line LOW = new Line("default", 9);
    private static final List<Line> BOTH = List.of(HIGH, LOW);
    private static final OffsetDateTime NOON = OffsetDateTime.of(2026, 5, 1, 12, 0, 0, 0, ZoneOffset.UTC);
    private static final Duration FAST = Duration.ofMillis(1);
    private static final Duration FAIR = Duration.ofMillis(10);
    private static final Duration SLOW = Duration.ofMillis(21);

    /** Jobs of one time may stand on either side of a place. */
    private static final OffsetDateTime END = NOON.minus(1, ChronoUnit.MICROS);

    private Duration now = Duration.ofHours(1);
    private final Map<Line, Place> places = new HashMap<>(Map.of(HIGH, at(0), LOW, at(0)));

    private static Place at(int second) {
        return new Place(NOON.plusSeconds(second), 7);
    }

    private static OffsetDateTime before(int millis) {
        return END.minus(millis, ChronoUnit.MILLIS);
    }

    private LongSweep sweep(Duration took) {
        return new LongSweep(now, took);
    }

    private Walk piece(LongSweep sweep) {
        return sweep.piece(BOTH, places, now).orElseThrow();
    }

    private Optional<Duration> walk(LongSweep sweep, Duration takes) {
        Walk piece = piece(sweep);
        now = now.plus(takes);
        Optional<Duration> round = sweep.walked(piece, 0, false, now);
        now = now.plusSeconds(10);
        return round;
    }

    private static void assertStretch(Walk piece, OffsetDateTime from, OffsetDateTime until) {
        assertThat(piece.from()).allSatisfy(place -> assertThat(place).contains(new Place(from, 0)));
        assertThat(piece.until()).contains(until);
    }

    @Test
    void theFirstPieceEndsJustBeforeThePlaces() {
        assertStretch(piece(sweep(SLOW)), before(10), END);
    }

    @Test
    void aPieceBeginsWhereTheOneBeforeItEndedAndIsLongerOrShorterByWhatThatTook() {
        LongSweep sweep = sweep(SLOW);
        walk(sweep, FAST);
        assertStretch(piece(sweep), before(30), before(10));
        walk(sweep, FAIR);
        assertStretch(piece(sweep), before(50), before(30));
        walk(sweep, SLOW);
        assertStretch(piece(sweep), before(60), before(50));
    }

    @Test
    void aLineIsWalkedFromItsPlaceBackwards() {
        places.put(LOW, new Place(NOON.minus(15, ChronoUnit.MILLIS), 3));
        LongSweep sweep = sweep(SLOW);
        assertThat(piece(sweep).lines()).containsExactly(HIGH);
        walk(sweep, FAST);
        assertThat(piece(sweep).lines()).containsExactly(HIGH);
        assertStretch(piece(sweep), before(15), before(10));
        walk(sweep, FAST);
        assertThat(piece(sweep).lines()).containsExactly(HIGH, LOW);
        assertStretch(piece(sweep), before(35), before(15));
    }

    @Test
    void whereNothingIsInTheWayTheRestIsOnePieceAndTheRoundBeginsAgain() {
        LongSweep sweep = sweep(SLOW);
        assertThat(walkRound(sweep, FAST, 30)).isZero();
        assertStretch(piece(sweep), before(10), END);
    }

    @Test
    void whatARoundTookIsToldBeyondWhatAnyPieceTakes() {
        LongSweep sweep = sweep(SLOW);
        walk(sweep, FAST);
        walk(sweep, FAIR);
        assertThat(walkRound(sweep, FAST, 30)).isEqualTo(FAIR.minus(FAST));
    }

    @Test
    void aRoundEndsAlsoWhereEveryPieceIsLong() {
        assertThat(walkRound(sweep(SLOW), SLOW.multipliedBy(2), 30)).isZero();
    }

    @Test
    void aRoundEndsAlsoWherePiecesBecomeLong() {
        LongSweep sweep = sweep(SLOW);
        walk(sweep, FAST);
        assertThat(walkRound(sweep, SLOW.multipliedBy(2), 100)).isPositive();
    }

    private Duration walkRound(LongSweep sweep, Duration takes, int mostPieces) {
        Optional<Duration> round = Optional.empty();
        int pieces = 0;
        while (round.isEmpty()) {
            round = walk(sweep, takes);
            assertThat(++pieces).as("pieces").isLessThanOrEqualTo(mostPieces);
        }
        return round.get();
    }

    @Test
    void aPieceInWhichThereMayBeMoreIsWalkedAgain() {
        LongSweep sweep = sweep(SLOW);
        Walk first = piece(sweep);
        now = now.plus(FAIR);
        assertThat(sweep.walked(first, 5, true, now)).isEmpty();
        assertThat(piece(sweep).until()).isEqualTo(first.until());
        assertThat(piece(sweep).from()).isEqualTo(first.from());
    }

    @Test
    void aPieceThatTwoHaveWalkedCountsOnce() {
        LongSweep sweep = sweep(SLOW);
        Walk one = piece(sweep);
        Walk same = piece(sweep);
        sweep.walked(one, 0, false, now.plus(FAST));
        sweep.walked(same, 0, false, now.plus(FAST));
        sweep.failed(same, now.plus(FAST));
        now = now.plusSeconds(10);
        assertStretch(piece(sweep), before(30), before(10));
    }

    @Test
    void afterAPieceWithJobsTheNextMayComeAtOnceUnlessItWasLong() {
        LongSweep sweep = sweep(SLOW);
        Walk first = piece(sweep);
        now = now.plus(FAST);
        sweep.walked(first, 3, false, now);
        Walk second = piece(sweep);
        assertStretch(second, before(30), before(10));
        now = now.plus(SLOW);
        sweep.walked(second, 3, false, now);
        assertThat(sweep.piece(BOTH, places, now.plusMillis(50 * 21 - 1_000))).isEmpty();
        now = now.plusSeconds(10);
        assertStretch(piece(sweep), before(40), before(30));
    }

    @Test
    void piecesTakeAFiftiethOfTheTime() {
        assertThat(restAfterTenMillis(sweep(SLOW))).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void aRoundTakesAMinuteAtMostUnlessPiecesWouldTakeMoreThanATenthOfTheTime() {
        assertThat(restAfterTenMillis(sweep(Duration.ofSeconds(3)))).isEqualTo(Duration.ofMillis(200));
        assertThat(restAfterTenMillis(sweep(Duration.ofSeconds(30)))).isEqualTo(Duration.ofMillis(90));
    }

    private Duration restAfterTenMillis(LongSweep sweep) {
        Duration begun = now;
        Walk piece = piece(sweep);
        sweep.walked(piece, 0, false, now.plus(FAIR));
        while (sweep.piece(BOTH, places, now).isEmpty()) {
            now = now.plusMillis(1);
        }
        return now.minus(begun);
    }

    @Test
    void whoeverHasNotAskedForAWhileMakesUpForASecond() {
        LongSweep sweep = sweep(SLOW);
        now = now.plusMinutes(9);
        int pieces = 0;
        while (sweep.piece(BOTH, places, now).isPresent()) {
            Walk piece = piece(sweep);
            now = now.plus(FAST);
            sweep.walked(piece, 0, false, now);
            pieces++;
        }
        assertThat(pieces).isBetween(19, 22);
    }

    @Test
    void aPieceThatFailedIsTriedAgainAnEighthAsLongWithinAMinute() {
        LongSweep sweep = sweep(SLOW);
        walk(sweep, FAST);
        Walk failing = piece(sweep);
        now = now.plusSeconds(2);
        sweep.failed(failing, now);
        assertThat(sweep.piece(BOTH, places, now.plusSeconds(50))).isEmpty();
        now = now.plusSeconds(60);
        assertStretch(piece(sweep), before(10).minus(2_500, ChronoUnit.MICROS), before(10));
    }

    /** Places move on meanwhile, as they do; what lay behind them when a round began is walked when it is over. */
    @Test
    void everythingBehindThePlacesIsWalkedInEachRound() {
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            places.put(HIGH, at(-random.nextInt(300)));
            places.put(LOW, at(-random.nextInt(300)));
            Map<Line, Place> atFirst = Map.copyOf(places);
            List<Walk> walked = new ArrayList<>();
            LongSweep sweep = sweep(SLOW);
            Optional<Duration> round = Optional.empty();
            while (round.isEmpty()) {
                Walk piece = piece(sweep);
                walked.add(piece);
                boolean full = random.nextInt(10) == 0;
                now = now.plusMillis(random.nextInt(8) == 0 ? 30 : 2);
                int jobs = full ? 5 : random.nextInt(4) / 3;
                round = sweep.walked(piece, jobs, full, now);
                now = now.plusSeconds(10);
                places.put(HIGH, at(random.nextInt(3)));
            }
            for (int i = 0; i < 100; i++) {
                Line line = BOTH.get(i % 2);
                OffsetDateTime late =
                        atFirst.get(line).runAt().minusNanos(1_000 + random.nextLong(100_000_000_000_000L));
                assertThat(walked)
                        .as("seed " + seed + ": " + line + " at " + late)
                        .anyMatch(piece -> meets(piece, line, late));
            }
        }
    }

    private static boolean meets(Walk piece, Line line, OffsetDateTime at) {
        int index = piece.lines().indexOf(line);
        return index >= 0
                && !at.isAfter(piece.until().orElseThrow())
                && piece.from()
                        .get(index)
                        .filter(from -> at.isBefore(from.runAt()))
                        .isEmpty();
    }
}
