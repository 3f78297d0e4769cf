package dev.holdfast.bench.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.bench.contender.Contender;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.configuration.JobRunrConfiguration.JobRunrConfigurationResult;
import org.jobrunr.jobs.states.StateName;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;

/**
 * JobRunr, from the first job it runs: it looks for work no sooner than a second after its start. Settings: {@code
 * workers}, {@code pool} (connections).
 */
public final class JobRunrContender implements Contender {
    private static final int CHUNK = 1_000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final int workers;
    private final HikariDataSource pool;
    private PostgresStorageProvider storage;
    private JobRequestScheduler scheduler;
    private double idleMillis;
    private CompletableFuture<Void> stopped = CompletableFuture.completedFuture(null);

    public JobRunrContender(String url, Map<String, String> settings) {
        workers = Integer.parseInt(settings.getOrDefault("workers", "100"));
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(Integer.parseInt(settings.getOrDefault("pool", "20")));
        pool = new HikariDataSource(config);
    }

    @Override
    public void prepare() {
        storage = new PostgresStorageProvider(pool);
        scheduler = configured().getJobRequestScheduler();
    }

    /** With a server that has not been started; a stopped one is not to be started again. */
    private JobRunrConfigurationResult configured() {
        BackgroundJobServerConfiguration configuration = BackgroundJobServerConfiguration
                .usingStandardBackgroundJobServerConfiguration()
                .andWorkerCount(workers)
                .andPollInterval(Duration.ofSeconds(5));
        return JobRunr.configure()
                .useStorageProvider(storage)
                .useBackgroundJobServer(configuration, false)
                .initialize();
    }

    @Override
    public void fill(int jobs) {
        stopped.join();
        for (int left = jobs; left > 0; left -= CHUNK) {
            scheduler.enqueue(Collections.nCopies(Math.min(left, CHUNK), new Noop()).stream());
        }
    }

    @Override
    public void drain(int jobs) throws InterruptedException {
        stopped.join();
        Noop.begin();
        long before = System.nanoTime();
        long ended = storage.countJobs(StateName.SUCCEEDED) + jobs;
        BackgroundJobServer server = configured().getBackgroundJobServer();
        server.start();
        while (Noop.RUN.get() < jobs || storage.countJobs(StateName.SUCCEEDED) < ended) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        idleMillis = (Noop.FIRST_AT.get() - before) / NANOS_PER_MILLI;
        // It takes its time, which is no part of running jobs.
        stopped = CompletableFuture.runAsync(server::stop);
    }

    @Override
    public double idleMillis() {
        return idleMillis;
    }

    @Override
    public void close() {
        stopped.join();
        pool.close();
    }
}
