package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.queue.Beat;
import dev.holdfast.queue.Holdings;
import dev.holdfast.queue.NotAloneException;
import dev.holdfast.queue.Progress;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Session.Will;
import dev.holdfast.queue.SessionBeat;
import dev.holdfast.queue.SessionInfo;
import dev.holdfast.queue.Wake;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Sessions: beats, attention, progress, hints. */
interface SessionCases extends OnScene {
    @Test
    default void a_session_id_is_never_used_again() {
        Session first = scene().openSession();
        first.end(Will.STOPPED);
        Session second = scene().openSession();

        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(scene().store().sessions().beats())
                .extracting(SessionBeat::session)
                .containsExactly(second.id());
    }

    @Test
    default void a_heartbeat_moves_the_beat_that_others_see() {
        Session session = scene().openSession();
        SessionBeat before = scene().seen(session);

        Beat beat = session.heartbeat();

        assertThat(beat.live()).isTrue();
        assertThat(scene().seen(session).beat()).isGreaterThan(before.beat());
        assertThat(before.ttl()).isEqualTo(scene().store().ttl());
        assertThat(before.halting()).isFalse();
    }

    @Test
    default void the_timeline_does_not_change_by_itself() {
        Session session = scene().openSession();

        assertThat(session.heartbeat().timeline()).isEqualTo(session.heartbeat().timeline());
    }

    @Test
    default void a_cancel_calls_the_attention_of_the_session_that_runs_the_job_and_of_no_other() {
        Running running = scene().run();
        Session other = scene().openSession();
        long before = running.session().heartbeat().attention();
        long othersBefore = other.heartbeat().attention();

        scene().store().jobs().cancel(running.id(), "not needed");

        assertThat(running.session().heartbeat().attention()).isGreaterThan(before);
        assertThat(other.heartbeat().attention()).isEqualTo(othersBefore);
    }

    @Test
    default void what_attention_was_called_to_is_part_of_the_holdings_that_carry_its_number() {
        Running running = scene().run();
        assertThat(running.session().holdings().attention())
                .isEqualTo(running.session().heartbeat().attention());

        scene().store().jobs().cancel(running.id(), "not needed");

        Holdings holdings = running.session().holdings();
        assertThat(holdings.attention()).isEqualTo(running.session().heartbeat().attention());
        assertThat(holdings.jobs().get(0).cancel()).contains("not needed");
    }

    @Test
    default void progress_is_shown_while_its_attempt_runs() {
        Running running = scene().run();

        running.session()
                .report(List.of(new Progress(running.id(), running.job().lease(), "half\0way")));

        assertThat(scene().show(running.id()).details().note())
                .startsWith("half")
                .endsWith("way");
    }

    @Test
    default void progress_of_an_attempt_that_is_over_is_not_shown() {
        Running running = scene().run();
        LeaseToken stale = new LeaseToken(running.session().id(), scene().nextLeaseNumber());
        running.session().report(List.of(new Progress(running.id(), stale, "stale")));
        running.complete();
        running.session()
                .report(List.of(new Progress(running.id(), running.job().lease(), "late")));

        assertThat(scene().show(running.id()).details().note()).isEqualTo("done");
    }

    @Test
    default void a_stopped_session_has_ended_for_everybody() {
        Running running = scene().run();
        Session session = running.session();

        session.end(Will.STOPPED);
        session.end(Will.STOPPED);

        assertThat(session.heartbeat().live()).isFalse();
        assertThat(session.holdings().live()).isFalse();
        assertThat(session.holdings().jobs()).isEmpty();
        assertThat(session.lease(Scene.request(scene().nextLeaseNumber(), 1, false))
                        .live())
                .isFalse();
        assertThat(running.complete().live()).isFalse();
        assertThat(scene().store().sessions().beats()).isEmpty();
        assertThat(scene().runNext().id()).isEqualTo(running.id());
    }

    @Test
    default void a_job_that_became_due_is_hinted_at_where_somebody_waits() throws Exception {
        Queue<Wake> wakes = new ConcurrentLinkedQueue<>();
        scene().openSession().announceIdle(List.of("busy"));
        try (AutoCloseable subscription = scene().store().sessions().onWake(wakes::add)) {
            scene().enqueue(Scene.job().withQueue("busy"));

            await().until(() -> wakes.contains(new Wake.Due("busy")));
        }
    }

    @Test
    default void a_call_for_attention_is_hinted_at() throws Exception {
        Queue<Wake> wakes = new ConcurrentLinkedQueue<>();
        Running running = scene().run();
        SessionId session = running.session().id();
        try (AutoCloseable subscription = scene().store().sessions().onWake(wakes::add)) {
            scene().store().jobs().cancel(running.id(), "not needed");

            await().until(() -> wakes.contains(new Wake.Attention(session)));
        }
    }

    private SessionInfo named(String instance, boolean alone) {
        SessionInfo.ProcessInfo process = new SessionInfo.ProcessInfo("host-of-" + instance, 1, "0", "test");
        return new SessionInfo(instance, process, Set.of(), scene().store().ttl(), Duration.ofSeconds(60), alone);
    }

    private Session open(String instance, boolean alone) {
        return scene().store().sessions().open(named(instance, alone));
    }

    @Test
    default void a_session_that_declares_to_be_alone_is_refused_beside_any_other_and_names_it() {
        try (Session first = open("first", false)) {
            assertThatThrownBy(() -> open("second", true))
                    .isInstanceOfSatisfying(
                            NotAloneException.class,
                            refusal -> assertThat(refusal.ttl())
                                    .isEqualTo(scene().store().ttl()))
                    .hasMessageContainingAll(first.id().toString(), "first@host-of-first", "SINGLE_INSTANCE here");

            first.end(Will.STOPPED);
            open("second", true).close();
        }
    }

    @Test
    default void no_session_is_opened_beside_one_that_declares_to_be_alone_until_that_has_ended() {
        try (Session alone = open("alone", true)) {
            for (boolean also : new boolean[] {false, true}) {
                assertThatThrownBy(() -> open("other", also))
                        .isInstanceOf(NotAloneException.class)
                        .hasMessageContainingAll(alone.id().toString(), "alone@host-of-alone", "SINGLE_INSTANCE");
            }
            assertThat(scene().store().sessions().beats()).hasSize(1);

            scene().crash(alone);
            open("other", false).close();
        }
    }

    @Test
    default void of_sessions_that_are_opened_at_once_one_is_alone_or_none_is() throws Exception {
        for (int round = 0; round < 20; round++) {
            AtomicInteger number = new AtomicInteger();
            List<Optional<Session>> answers = Together.run(6, () -> {
                boolean alone = number.getAndIncrement() % 2 == 0;
                try {
                    return Optional.of(open(alone ? "alone" : "one of many", alone));
                } catch (NotAloneException e) {
                    return Optional.empty();
                }
            });
            List<Session> opened = answers.stream().flatMap(Optional::stream).toList();
            assertThat(opened).isNotEmpty();
            assertThat(opened.size()).as("an alone one and another").isIn(1, 2, 3);
            assertThat(aloneOnes()).isLessThanOrEqualTo(opened.size() == 1 ? 1 : 0);
            opened.forEach(session -> session.end(Will.STOPPED));
            opened.forEach(Session::close);
        }
    }

    /** The ones that declare it: another can be opened beside every other one. */
    private long aloneOnes() {
        try (Session another = open("another", false)) {
            another.end(Will.STOPPED);
            return 0;
        } catch (NotAloneException e) {
            return 1;
        }
    }

    @Test
    default void a_session_is_known_to_have_ended_when_it_has_and_one_never_heard_of_is_not() {
        Session live = scene().openSession();
        Session stopped = scene().openSession();
        Session crashed = scene().openSession();
        stopped.end(Will.STOPPED);
        scene().crash(crashed);
        SessionId future = new SessionId(live.id().value() + 1_000_000);

        assertThat(scene().store().sessions().ended(Set.of(live.id(), stopped.id(), crashed.id(), future)))
                .containsExactlyInAnyOrder(stopped.id(), crashed.id());
        assertThat(scene().store().sessions().ended(Set.of())).isEmpty();
    }

    @Test
    default void a_deployment_has_a_name_that_does_not_change() {
        String name = scene().store().sessions().deployment();

        assertThat(name).isNotBlank().isEqualTo(scene().store().sessions().deployment());
    }
}
