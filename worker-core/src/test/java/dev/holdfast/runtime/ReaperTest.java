package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.JobId;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReaperTest {
    private static final Duration ROUND = Bench.TERM.reaperRound();
    private static final Duration TTL = Bench.TERM.ttl();

    private final Handlers handlers =
            new Handlers().handle("work", Map.class, (payload, attempt) -> Outcome.complete());
    private final Bench observer = new Bench(handlers);
    private final Bench owner =
            new Bench(observer.time, new Wire(observer.store), handlers, WorkerConfig.defaults("owner"));
    private Reaper reaper;
    private JobId job;

    @BeforeEach
    void bothAreThereAndOneHasAJob() {
        observer.open();
        owner.open();
        job = owner.enqueue(NewJob.of("work", Map.of()));
        owner.lease(1);
        reaper = new Reaper(observer.context, observer.keeper);
    }

    /** Rounds at their pace, until just before the time has passed. */
    private void watch(Duration time) {
        Duration end = observer.now().plus(time);
        while (observer.now().compareTo(end) < 0) {
            reaper.round(observer.now());
            observer.pass(ROUND);
        }
    }

    private int reaped() {
        return observer.all(WorkerEvent.SessionReaped.class).size();
    }

    @Test
    void aSessionThatDoesNotBeatForItsTtlIsEndedAndItsJobWaitsAgain() {
        watch(TTL);
        assertThat(reaped()).isZero();
        watch(ROUND.multipliedBy(2));
        assertThat(observer.all(WorkerEvent.SessionReaped.class))
                .singleElement()
                .satisfies(told -> {
                    assertThat(told.session())
                            .isEqualTo(owner.tenure().session().id());
                    assertThat(told.returned()).isEqualTo(1);
                });
        assertThat(owner.job(job).state()).isEqualTo(JobState.READY);
    }

    @Test
    void aSessionThatBeatsIsNeverEndedHoweverLongItsJobRuns() {
        for (int i = 0; i < 60; i++) {
            watch(Bench.TERM.heartbeat());
            owner.heartbeat().round(owner.now());
        }
        assertThat(reaped()).isZero();
        assertThat(owner.job(job).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aBeatBetweenTheLookAndTheReapSavesTheSession() {
        watch(TTL);
        observer.wire.before("reap", () -> owner.heartbeat().round(owner.now()));
        watch(TTL);
        assertThat(observer.wire.asked("reap")).isPositive();
        assertThat(reaped()).isZero();
    }

    @Test
    void aJobThatItsOwnerCompletesBetweenTheLookAndTheReapStaysCompleted() {
        owner.attempts.refs().stream()
                .flatMap(ref -> owner.attempts.find(ref).stream())
                .forEach(leased -> owner.runner.run(leased));
        watch(TTL);
        observer.wire.before("reap", () -> owner.settler.round(owner.now()));
        watch(ROUND.multipliedBy(4));
        assertThat(owner.job(job).state()).isEqualTo(JobState.COMPLETED);
        assertThat(owner.job(job).details().tally().attempts()).isEqualTo(1);
    }

    @Test
    void anOutageOfTheStoreEndsNobody() {
        watch(TTL.minus(ROUND));
        observer.wire.cut();
        assertThatThrownBy(() -> reaper.round(observer.now())).isInstanceOf(StoreUnavailableException.class);
        observer.wire.heal();
        watch(TTL);
        assertThat(reaped()).as("the watch began anew after the failed read").isZero();
        watch(ROUND.multipliedBy(2));
        assertThat(reaped()).isEqualTo(1);
    }

    @Test
    void anObserverThatWasItselfPausedBeginsItsWatchAnew() {
        watch(ROUND.multipliedBy(3));
        observer.pass(TTL.multipliedBy(2));
        watch(TTL);
        assertThat(reaped()).isZero();
    }

    @Test
    void aSlowAnswerDoesNotCountAsTimeWatched() {
        reaper.round(observer.now());
        observer.wire.after("beats", Wire.once(() -> observer.pass(TTL)));
        reaper.round(observer.now());
        assertThat(reaped()).isZero();
    }

    @Test
    void aWatchBeginsWhenTheFirstAnswerHasComeNotWhenItWasAskedFor() {
        observer.wire.after("beats", Wire.once(() -> observer.pass(TTL)));
        reaper.round(observer.now());
        observer.pass(ROUND);
        reaper.round(observer.now());
        assertThat(reaped()).isZero();
    }

    @Test
    void aDatabaseClockThatStepsEndsNobody() {
        watch(ROUND.multipliedBy(3));
        observer.time.step(Duration.ofHours(1));
        watch(ROUND.multipliedBy(3));
        observer.time.step(Duration.ofHours(-2));
        watch(ROUND.multipliedBy(3));
        assertThat(reaped()).isZero();
    }

    @Test
    void aWorkerNeverEndsItsOwnSession() {
        watch(TTL.multipliedBy(3));
        assertThat(observer.store.sessions().beats())
                .singleElement()
                .satisfies(beat -> assertThat(beat.session())
                        .isEqualTo(observer.tenure().session().id()));
    }

    @Test
    void aLastWillIsCarriedOutASecondAfterItsProcessIsGoneAndMakesNoSuspect() {
        Session session = owner.tenure().session();
        session.end(Session.Will.HALTING);
        watch(Duration.ofSeconds(3));
        assertThat(reaped()).as("its process still lives").isZero();
        session.close();
        watch(Duration.ofSeconds(1));
        assertThat(reaped()).isZero();
        watch(ROUND.multipliedBy(2));
        assertThat(reaped()).isEqualTo(1);
        assertThat(observer.lease(1)).as("an ordinary job again, no suspect").hasSize(1);
    }

    @Test
    void aReapWhoseReplyIsLostDoesNotKeepTheOtherSessionsFromBeingWatched() {
        Bench third = new Bench(observer.time, new Wire(observer.store), handlers, WorkerConfig.defaults("third"));
        third.open();
        watch(TTL);
        observer.wire.before("reap", Wire.once(Wire.losing("reap")));
        assertThatThrownBy(() -> watch(ROUND.multipliedBy(2))).isInstanceOf(StoreUnavailableException.class);
        watch(TTL.plus(ROUND.multipliedBy(2)));
        assertThat(reaped()).isEqualTo(2);
    }

    @Test
    void case_87_a_session_that_cannot_be_ended_yet_holds_up_none_behind_it() {
        Bench behind = new Bench(observer.time, new Wire(observer.store), handlers, WorkerConfig.defaults("behind"));
        behind.open();
        watch(TTL);
        AtomicInteger reaps = new AtomicInteger();
        observer.wire.before("reap", () -> {
            if (reaps.getAndIncrement() == 0) {
                throw Wire.lost("reap");
            }
        });

        observer.pass(ROUND);
        assertThatThrownBy(() -> reaper.round(observer.now())).isInstanceOf(StoreUnavailableException.class);

        assertThat(observer.all(WorkerEvent.SessionReaped.class))
                .extracting(WorkerEvent.SessionReaped::session)
                .containsExactly(behind.tenure().session().id());
        observer.pass(ROUND);
        reaper.round(observer.now());
        assertThat(reaped()).as("tried again in the next round").isEqualTo(2);
    }
}
