package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.JobId;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.StoreUnavailableException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProgressBoardTest {
    private final Gate working = new Gate();
    private final Bench bench = new Bench(new Handlers().handle("work", Map.class, (payload, attempt) -> {
        attempt.progress("half\0way");
        working.passDeaf();
        return Outcome.complete();
    }));
    private final ProgressBoard board = new ProgressBoard(bench.context, bench.keeper, bench.attempts);
    private JobId job;

    @BeforeEach
    void aHandlerHasToldHowFarItIs() throws InterruptedException {
        bench.open();
        job = bench.enqueue(NewJob.of("work", Map.of()));
        bench.start();
        working.awaitArrival();
    }

    @AfterEach
    void letGo() {
        working.open();
    }

    private String shown() {
        return bench.job(job).details().note();
    }

    @Test
    void whatAHandlerTellsIsShownCleanAndOnce() {
        board.round(bench.now());
        board.round(bench.now());
        assertThat(shown()).isEqualTo("half\uFFFDway");
        assertThat(bench.wire.asked("report")).isEqualTo(1);
    }

    @Test
    void whatCouldNotBeShownIsShownWhenTheStoreIsBack() {
        bench.wire.before("report", Wire.once(Wire.losing("report")));
        assertThatThrownBy(() -> board.round(bench.now())).isInstanceOf(StoreUnavailableException.class);
        board.round(bench.now());
        assertThat(shown()).isEqualTo("half\uFFFDway");
    }

    @Test
    void whatIsToldWhileAnOlderTextIsBeingShownIsShownNext() {
        bench.wire.after("report", Wire.once(() -> bench.scope().progress("done soon")));
        board.round(bench.now());
        assertThat(shown()).isEqualTo("half\uFFFDway");
        board.round(bench.now());
        assertThat(shown()).isEqualTo("done soon");
    }

    @Test
    void nothingIsAskedOfTheStoreWhenThereIsNothingToShow() {
        board.round(bench.now());
        board.round(bench.now());
        assertThat(bench.wire.asked("report")).isEqualTo(1);
    }
}
