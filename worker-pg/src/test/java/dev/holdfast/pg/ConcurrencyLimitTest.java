package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.Attempt;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.JobId;
import dev.holdfast.plugin.HandlerSpec;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.runtime.Environment;
import dev.holdfast.runtime.ShutdownPlan;
import dev.holdfast.runtime.Stores;
import dev.holdfast.runtime.Worker;
import dev.holdfast.runtime.WorkerConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two workers and a kind of which one job may run at once; the way of the first one to the database can be cut. */
class ConcurrencyLimitTest {
    private static final Duration HEARTBEAT = Duration.ofMillis(200);
    private static final WorkerConfig CONFIG = new WorkerConfig(
            "limited",
            new WorkerConfig.Work(List.of("default"), 4, 0, Duration.ofMillis(20)),
            new WorkerConfig.Term(TestDatabase.TTL, HEARTBEAT, Duration.ofMillis(500), Duration.ofMillis(50)),
            new ShutdownPlan(
                    Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofMillis(200)));

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<WorkerEvent> told = new CopyOnWriteArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicBoolean first = new AtomicBoolean(true);
    private final CountDownLatch done = new CountDownLatch(1);
    private TestDatabase database;
    private FaultProxy proxy;
    private PgStore direct;

    @BeforeEach
    void start() throws IOException {
        database = TestDatabase.create();
        opened.add(database);
        proxy = new FaultProxy(EmbeddedPostgres.shared().port());
        opened.add(proxy);
        direct = PgStore.open(database.impatient());
        opened.add(direct);
    }

    @AfterEach
    void close() throws Exception {
        done.countDown();
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    @Test
    void case_22_a_missed_heartbeat_lets_no_second_job_of_a_kind_run_that_is_limited_to_one() throws Exception {
        List<JobId> jobs = jobs(4);
        startFirst();
        awaitRunning();
        startSecond();
        await().until(() -> parked() == 3);

        proxy.cut();
        await().pollDelay(HEARTBEAT.multipliedBy(2)).until(() -> true);
        proxy.heal();
        long before = beats();
        await().until(() -> beats() > before);

        assertThat(running).as("the one that ran all along").hasValue(1);
        done.countDown();
        awaitCompleted(jobs);
        assertThat(most).as("most at once").hasValue(1);
        assertThat(told).noneMatch(WorkerEvent.SessionReaped.class::isInstance);
    }

    @Test
    void case_22_a_worker_that_lost_its_session_has_stopped_before_its_successor_starts() throws Exception {
        List<JobId> jobs = jobs(3);
        startFirst();
        awaitRunning();
        startSecond();
        await().until(() -> parked() == 2);

        proxy.cut();
        awaitCompleted(jobs);
        proxy.heal();

        assertThat(told).anyMatch(WorkerEvent.SessionReaped.class::isInstance);
        assertThat(most).as("most at once").hasValue(1);
    }

    private List<JobId> jobs(int count) {
        List<JobId> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            jobs.add(direct.queue().enqueue(NewJob.of("limited", i)).id());
        }
        return jobs;
    }

    /** The first to run waits until it may end, or is told to stop; those that follow end at once. */
    private Outcome run(Integer payload, Attempt attempt) throws InterruptedException {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            if (first.compareAndSet(true, false)) {
                done.await();
            }
            return Outcome.complete();
        } finally {
            running.decrementAndGet();
        }
    }

    private void startFirst() {
        PgStore cuttable = PgStore.open(database.through(proxy.port()));
        opened.add(cuttable);
        start(cuttable);
    }

    private void startSecond() {
        start(direct);
    }

    private void start(PgStore store) {
        Handlers handlers = new Handlers()
                .handle("limited", HandlerSpec.of(Integer.class, this::run).atMost(1));
        Worker worker = Worker.create(
                CONFIG,
                new Stores(store.sessions(), store.locks(), store.effects()),
                handlers,
                Environment.embedded(told::add));
        opened.add(worker);
        worker.start();
    }

    private void awaitRunning() {
        await().until(() -> running.get() == 1);
    }

    private long parked() {
        return database.count("select count(*) from holdfast.jobs where ticket is not null");
    }

    private long beats() {
        return database.count("select min(beat) from holdfast.sessions where ended_at is null");
    }

    private void awaitCompleted(List<JobId> jobs) {
        await().atMost(Duration.ofSeconds(30)).until(() -> completed(jobs) == jobs.size());
    }

    private long completed(List<JobId> jobs) {
        return jobs.stream()
                .filter(id -> direct.jobs().show(id).orElseThrow().state() == JobState.COMPLETED)
                .count();
    }
}
