package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.Claimant;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.pg.LedgerRow.Subject;
import dev.holdfast.pg.LedgerRow.Times;
import dev.holdfast.pg.LedgerRow.What;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LedgerBufferTest {
    private static final LockKey KEY = new LockKey("ai-review", "acme/site#7");

    private final LedgerBuffer buffer = new LedgerBuffer(Ticker.system());

    private static Claimant claimant() {
        Owner owner = Owner.of(new LeaseToken(new SessionId(3), 1), new JobId(5));
        return new Claimant(owner, "pr-review", "redis", false);
    }

    private static LedgerRow row(What what, Claimant by, Duration at) {
        return LedgerRow.of(what, Subject.of(KEY, by, 7L), Times.at(at), "");
    }

    private List<LedgerRow> takeAll() {
        List<LedgerRow> all = new ArrayList<>();
        for (List<LedgerRow> batch = buffer.take(1000); !batch.isEmpty(); batch = buffer.take(1000)) {
            all.addAll(batch);
        }
        return all;
    }

    /** So many holds within one second. */
    private List<LedgerRow> holds(int holds) {
        List<LedgerRow> kept = new ArrayList<>();
        for (int i = 0; i < holds; i++) {
            Claimant by = claimant();
            buffer.add(row(What.GRANTED, by, Duration.ofNanos(i)));
            buffer.add(row(What.RELEASED, by, Duration.ofNanos(i)));
            kept.addAll(takeAll());
        }
        return kept;
    }

    @Test
    void everything_is_kept_while_the_rate_is_low() {
        assertThat(holds(400)).hasSize(800).allMatch(row -> row.rate() == 1);
    }

    @Test
    void beginning_and_end_of_a_hold_are_kept_together_or_left_out_together() {
        List<LedgerRow> kept = holds(20_000);

        Set<Object> begun = new HashSet<>();
        Set<Object> ended = new HashSet<>();
        kept.forEach(row ->
                (row.what() == What.GRANTED ? begun : ended).add(row.hold().orElseThrow()));
        assertThat(begun).isEqualTo(ended).hasSizeBetween(Sampling.BUDGET / 2, Sampling.BUDGET + 100);
        assertThat(kept).anyMatch(row -> row.rate() > 1);
    }

    @Test
    void what_is_not_an_ordinary_hold_is_never_left_out() {
        holds(20_000);
        for (int i = 0; i < 100; i++) {
            Claimant by = claimant();
            Duration now = Duration.ofMillis(1);
            buffer.add(row(What.GRANTED, by, now));
            buffer.add(row(What.CONTENDED, by, now));
            buffer.add(row(What.LOST, by, now));
            buffer.add(row(What.UNCONFIRMED, by, now));
        }

        List<LedgerRow> kept = takeAll();
        assertThat(kept).filteredOn(row -> row.what() == What.GRANTED).hasSizeLessThan(50);
        assertThat(kept).filteredOn(row -> row.what() == What.CONTENDED).hasSize(100);
        assertThat(kept).filteredOn(row -> row.what() == What.LOST).hasSize(100);
        assertThat(kept).filteredOn(row -> row.what() == What.UNCONFIRMED).hasSize(100);
    }

    @Test
    void what_does_not_fit_is_counted_and_the_count_is_a_row() {
        for (int i = 0; i < LedgerBuffer.CAPACITY + 12; i++) {
            buffer.add(row(What.CONTENDED, claimant(), Duration.ofSeconds(i)));
        }

        assertThat(takeAll())
                .hasSize(LedgerBuffer.CAPACITY + 1)
                .filteredOn(row -> row.what() == What.DROPPED)
                .singleElement()
                .satisfies(gap -> {
                    assertThat(gap.events()).isEqualTo(12);
                    assertThat(gap.subject().session()).isEqualTo(new SessionId(3));
                    assertThat(gap.times().began()).isEqualTo(Duration.ofSeconds(LedgerBuffer.CAPACITY));
                });
    }

    @Test
    void a_batch_that_could_not_be_written_comes_again_in_its_order() {
        buffer.add(row(What.CONTENDED, claimant(), Duration.ofSeconds(1)));
        buffer.add(row(What.CONTENDED, claimant(), Duration.ofSeconds(2)));
        List<LedgerRow> batch = buffer.take(2);
        buffer.add(row(What.CONTENDED, claimant(), Duration.ofSeconds(3)));

        buffer.putBack(batch);

        assertThat(takeAll()).extracting(row -> row.times().at().toSeconds()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void a_batch_that_can_never_be_written_is_a_gap() {
        buffer.add(row(What.CONTENDED, claimant(), Duration.ofSeconds(1)));

        buffer.lost(buffer.take(10));

        assertThat(takeAll()).singleElement().matches(row -> row.what() == What.DROPPED && row.events() == 1);
    }

    @Test
    void whoever_waits_is_told_when_everything_added_before_is_done() throws InterruptedException {
        buffer.add(row(What.CONTENDED, claimant(), Duration.ofSeconds(1)));
        assertThat(buffer.await(Duration.ofMillis(1))).isFalse();

        buffer.done(buffer.take(10).size());

        assertThat(buffer.await(Duration.ofMillis(1))).isTrue();
    }
}
