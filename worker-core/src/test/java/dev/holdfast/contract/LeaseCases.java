package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.queue.Holdings;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.Leased;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Session.Will;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Leasing. */
interface LeaseCases extends OnScene {
    @Test
    default void a_leased_job_carries_what_was_enqueued() {
        JobId id = scene().enqueue(NewJob.ofJson(Scene.KIND, "{\"a\":[1,\"é\"]}")
                .withMaxAttempts(4)
                .withTimeout(Duration.ofSeconds(90)));
        Session session = scene().openSession();
        int number = scene().nextLeaseNumber();

        LeasedJob job = session.lease(Scene.request(number, 1, false)).jobs().get(0);

        assertThat(job.id()).isEqualTo(id);
        assertThat(job.lease()).isEqualTo(new LeaseToken(session.id(), number));
        assertThat(job.queue()).isEqualTo(NewJob.DEFAULT_QUEUE);
        assertThat(job.kind()).isEqualTo(Scene.KIND);
        assertThat(Json.of(job.payload())).isEqualTo(Json.of("{\"a\":[1,\"é\"]}"));
        assertThat(job.limits())
                .isEqualTo(
                        new LeasedJob.Limits(new Tally(1, 0, 0, 0, 0), 4, Optional.of(Duration.ofSeconds(90)), false));
    }

    @Test
    default void a_leased_job_is_shown_as_running_and_leased_to_nobody_else() {
        Running running = scene().run();

        assertThat(scene().show(running.id()).state()).isEqualTo(JobState.RUNNING);
        assertThat(scene().show(running.id()).details().holder()).isPresent();
        assertThat(scene().lease(scene().openSession(), 10)).isEmpty();
        assertThat(scene().lease(running.session(), 10)).isEmpty();
    }

    @Test
    default void no_jobs_is_not_the_same_as_no_session() {
        Session session = scene().openSession();
        assertThat(session.lease(Scene.request(scene().nextLeaseNumber(), 5, false)))
                .isEqualTo(new Leased(true, List.of()));

        scene().crash(session);
        JobId id = scene().enqueue(Scene.job());

        assertThat(session.lease(Scene.request(scene().nextLeaseNumber(), 5, false)))
                .isEqualTo(new Leased(false, List.of()));
        assertThat(scene().show(id).state()).isEqualTo(JobState.READY);
    }

    @Test
    default void kinds_that_were_not_asked_for_are_left_alone() {
        JobId other = scene().enqueue(NewJob.ofJson("unknown", "{}"));
        JobId known = scene().enqueue(Scene.job());

        assertThat(scene().lease(scene().openSession(), 10))
                .extracting(LeasedJob::id)
                .containsExactly(known);
        assertThat(scene().show(other).state()).isEqualTo(JobState.READY);
    }

    @Test
    default void queues_are_served_in_the_order_of_the_request_and_others_not_at_all() {
        JobId late = scene().enqueue(Scene.job().withQueue("late").withPriority(0));
        JobId early = scene().enqueue(Scene.job().withQueue("early").withPriority(9));
        JobId never = scene().enqueue(Scene.job().withQueue("never"));
        Session session = scene().openSession();

        assertThat(leaseOneAtATime(session, List.of("early", "late"))).containsExactly(early, late);
        assertThat(scene().show(never).state()).isEqualTo(JobState.READY);
    }

    private List<JobId> leaseOneAtATime(Session session, List<String> queues) {
        List<JobId> order = new ArrayList<>();
        List<LeasedJob> jobs;
        do {
            jobs = session.lease(new LeaseRequest(scene().nextLeaseNumber(), queues, Set.of(Scene.KIND), 1, false))
                    .jobs();
            jobs.forEach(job -> order.add(job.id()));
        } while (!jobs.isEmpty());
        return order;
    }

    @Test
    default void within_a_queue_priority_counts_first_then_the_time_then_the_id() {
        JobId laterDue = scene().enqueue(Scene.job().withDelay(Duration.ofMillis(300)));
        JobId first = scene().enqueue(Scene.job());
        JobId second = scene().enqueue(Scene.job());
        JobId last = scene().enqueue(Scene.job().withPriority(6));
        JobId urgent = scene().enqueue(Scene.job().withPriority(0));
        scene().store().pass(Duration.ofMillis(300));

        assertThat(leaseOneAtATime(scene().openSession(), List.of(NewJob.DEFAULT_QUEUE)))
                .containsExactly(urgent, first, second, laterDue, last);
    }

    @Test
    default void a_request_for_overdue_jobs_takes_those_and_the_lowest_priority_first() {
        JobId urgent = scene().enqueue(Scene.job().withPriority(0));
        JobId lowest = scene().enqueue(Scene.job().withPriority(9));
        JobId usual = scene().enqueue(Scene.job());
        scene().store().pass(Duration.ofMillis(300));
        JobId young = scene().enqueue(Scene.job().withPriority(9));
        Session session = scene().openSession();
        LeaseRequest overdue = new LeaseRequest(
                scene().nextLeaseNumber(),
                List.of(NewJob.DEFAULT_QUEUE),
                Set.of(Scene.KIND),
                10,
                false,
                Duration.ofMillis(250));

        assertThat(session.lease(overdue).jobs()).extracting(LeasedJob::id).containsExactly(lowest, usual, urgent);
        assertThat(scene().lease(session, 10)).extracting(LeasedJob::id).containsExactly(young);
    }

    @Test
    default void a_lease_takes_no_more_than_its_limit() {
        scene().store().queue().enqueue(Collections.nCopies(7, Scene.job()));
        Session session = scene().openSession();

        assertThat(scene().lease(session, 3)).hasSize(3);
        assertThat(scene().lease(session, 100)).hasSize(4);
    }

    @Test
    default void case_23_a_request_sent_again_leases_nothing_more() {
        scene().store().queue().enqueue(Collections.nCopies(6, Scene.job()));
        Session session = scene().openSession();
        LeaseRequest request = Scene.request(scene().nextLeaseNumber(), 2, false);
        List<LeasedJob> first = session.lease(request).jobs();

        Leased again = session.lease(request);

        assertThat(again.live()).isTrue();
        assertThat(first).hasSize(2).containsAll(again.jobs());
        assertThat(session.holdings().jobs())
                .extracting(Holdings.HeldJob::id)
                .containsExactlyInAnyOrderElementsOf(
                        first.stream().map(LeasedJob::id).toList());
    }

    @Test
    default void case_23_what_a_lost_reply_leased_is_among_the_holdings() {
        Running running = scene().run();

        Holdings holdings = running.session().holdings();
        assertThat(holdings.live()).isTrue();
        assertThat(holdings.jobs())
                .containsExactly(
                        new Holdings.HeldJob(running.id(), running.job().lease(), Optional.empty()));
        assertThat(holdings.locks()).isEmpty();
    }

    @Test
    default void sessions_that_lease_at_once_never_lease_the_same_job() {
        List<JobId> enqueued = scene().store().queue().enqueue(Collections.nCopies(200, Scene.job())).stream()
                .map(answer -> answer.id())
                .toList();

        List<JobId> leased = Together.run(4, new LeaseEverything(scene()::openSession)).stream()
                .flatMap(List::stream)
                .toList();

        assertThat(leased).containsExactlyInAnyOrderElementsOf(enqueued);
    }

    @Test
    default void case_24_a_lease_that_races_the_end_of_its_session_leaves_no_orphan() {
        for (int i = 0; i < 5; i++) {
            Session session = scene().openSession();
            JobId id = scene().enqueue(Scene.job());
            LeaseRequest request = Scene.request(scene().nextLeaseNumber(), 5, false);
            Together.run(2, new EitherOf(() -> session.lease(request), () -> {
                session.end(Will.STOPPED);
                return id;
            }));

            Running next = scene().runNext();
            assertThat(next.id()).isEqualTo(id);
            next.complete();
        }
    }

    @Test
    default void case_87_a_job_behind_thousands_that_this_worker_may_not_run_is_leased() {
        List<NewJob> foreign = Collections.nCopies(3000, NewJob.ofJson("unknown-here", "{}"));
        scene().store().queue().enqueue(foreign);
        JobId behind = scene().enqueue(Scene.job());

        assertThat(scene().leaseOne(scene().openSession()).id()).isEqualTo(behind);
    }
}
