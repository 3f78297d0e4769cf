package dev.holdfast.bench.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.bench.contender.Contender;
import dev.holdfast.bench.contender.PickUps;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** db-scheduler polling by lock-and-fetch, its fastest way. Settings: {@code threads}. */
public final class DbSchedulerContender implements Contender {
    private static final int CHUNK = 1_000;
    private static final String TASK = "noop";
    private static final String TABLE = "create table scheduled_tasks (task_name text not null, task_instance text not"
            + " null, task_data bytea, execution_time timestamp with time zone not null, picked boolean not null,"
            + " picked_by text, last_success timestamp with time zone, last_failure timestamp with time zone,"
            + " consecutive_failures int, last_heartbeat timestamp with time zone, version bigint not null,"
            + " priority smallint, state text, primary key (task_name, task_instance))";
    private static final String BY_TIME = "create index on scheduled_tasks (execution_time)";
    private static final String BY_BEAT = "create index on scheduled_tasks (last_heartbeat)";

    private final HikariDataSource pool;
    private final int threads;
    private final AtomicLong ids = new AtomicLong();
    private CompletableFuture<Void> stopped = CompletableFuture.completedFuture(null);
    private int waiting;

    public DbSchedulerContender(String url, Map<String, String> settings) {
        threads = Integer.parseInt(settings.getOrDefault("threads", "100"));
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(20);
        pool = new HikariDataSource(config);
    }

    @Override
    public void prepare() throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(TABLE);
            statement.execute(BY_TIME);
            statement.execute(BY_BEAT);
        }
    }

    @Override
    public void fill(int jobs) {
        stopped.join();
        SchedulerClient client = SchedulerClient.Builder.create(pool, task(() -> {})).build();
        Instant now = Instant.now();
        for (int left = jobs; left > 0; left -= CHUNK) {
            List<TaskInstance<?>> chunk = new ArrayList<>();
            for (int i = 0; i < Math.min(left, CHUNK); i++) {
                chunk.add(instance());
            }
            client.scheduleBatch(chunk, now);
        }
        waiting += jobs;
    }

    @Override
    public void drain(int jobs) throws Exception {
        stopped.join();
        CountDownLatch left = new CountDownLatch(jobs);
        Scheduler scheduler = scheduler(task(left::countDown)).build();
        scheduler.start();
        left.await();
        waiting -= jobs;
        if (waiting == 0) {
            awaitEmpty();
            // It takes its time, which is no part of running jobs.
            stopped = CompletableFuture.runAsync(scheduler::stop);
        } else {
            scheduler.stop();
        }
    }

    @Override
    public Map<String, Double> pickUp(int probes) throws Exception {
        PickUps pickUps = new PickUps(probes);
        Scheduler scheduler = scheduler(task(pickUps::seen)).enableImmediateExecution().build();
        scheduler.start();
        try {
            return pickUps.run(() -> scheduler.scheduleIfNotExists(instance(), Instant.now()));
        } finally {
            scheduler.stop();
        }
    }

    private SchedulerBuilder scheduler(OneTimeTask<Void> task) {
        return Scheduler.create(pool, task)
                .threads(threads)
                .pollUsingLockAndFetch(0.5, 4.0)
                .pollingInterval(Duration.ofMillis(100));
    }

    private static OneTimeTask<Void> task(Runnable run) {
        return Tasks.oneTime(TASK).execute((instance, context) -> run.run());
    }

    private TaskInstance<Void> instance() {
        return new TaskInstance<>(TASK, Long.toString(ids.incrementAndGet()));
    }

    private void awaitEmpty() throws Exception {
        while (!isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private boolean isEmpty() throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select not exists (select 1 from scheduled_tasks)")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    @Override
    public void close() {
        stopped.join();
        pool.close();
    }
}
