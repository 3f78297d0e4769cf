package dev.holdfast.app.config;

import dev.holdfast.runtime.ShutdownPlan;
import dev.holdfast.runtime.WorkerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Everything {@code holdfast work} is told. Validated.
 *
 * @param database where the queue is
 * @param locks where locks are kept
 * @param worker how the worker runs
 * @param http where the endpoint listens
 * @param logs how it logs
 * @param pluginsDir directory of plugin jars, if any
 */
public record AppConfig(
        Database database, Locks locks, WorkerConfig worker, Http http, Logs logs, Optional<Path> pluginsDir) {
    /** @throws ConfigurationException naming the first key that cannot be used */
    public static AppConfig read(Sources sources) {
        Reader reader = new Reader(sources);
        WorkerConfig worker = worker(reader);
        return new AppConfig(
                Database.read(reader),
                Locks.read(reader, worker.term()),
                worker,
                Http.read(reader),
                Logs.read(reader),
                pluginsDir(sources));
    }

    /** What commands that only ask the database need. */
    public static Database database(Sources sources) {
        return Database.read(new Reader(sources));
    }

    /** What commands that ask the lock store need. */
    public static Locks locks(Sources sources) {
        return Locks.read(new Reader(sources));
    }

    public static Logs logs(Sources sources) {
        return Logs.read(new Reader(sources));
    }

    public static Optional<Path> pluginsDir(Sources sources) {
        return new Reader(sources).text(Key.PLUGINS_DIR).map(AppConfig::existing);
    }

    private static Path existing(String text) {
        Path path = Path.of(text);
        if (!Files.isDirectory(path)) {
            throw new ConfigurationException(
                    Key.PLUGINS_DIR.environmentName() + ": there is no directory " + path.toAbsolutePath());
        }
        return path;
    }

    private static WorkerConfig worker(Reader reader) {
        String instance = reader.text(Key.INSTANCE).orElseGet(Host::instance);
        return new WorkerConfig(
                instance, work(reader), term(reader), shutdown(reader), reader.flag(Key.SINGLE_INSTANCE));
    }

    private static WorkerConfig.Work work(Reader reader) {
        Queues queues = reader.parsed(Key.QUEUES, Queues::parse);
        return checked(
                "QUEUES, CONCURRENCY, PREFETCH, POLL",
                () -> new WorkerConfig.Work(
                        queues.names(),
                        queues.weights(),
                        reader.number(Key.CONCURRENCY, 1, 100_000),
                        reader.number(Key.PREFETCH, 0, 10_000),
                        reader.duration(Key.POLL)));
    }

    private static WorkerConfig.Term term(Reader reader) {
        return checked(
                "SESSION_TTL, HEARTBEAT, MARGIN, REAPER_ROUND",
                () -> new WorkerConfig.Term(
                        reader.duration(Key.SESSION_TTL),
                        reader.duration(Key.HEARTBEAT),
                        reader.duration(Key.MARGIN),
                        reader.duration(Key.REAPER_ROUND)));
    }

    private static ShutdownPlan shutdown(Reader reader) {
        return checked(
                "CANCEL_GRACE, RELEASE_BUDGET, EXIT_RESERVE, STOP_GRACE_PERIOD",
                () -> new ShutdownPlan(
                        reader.duration(Key.STOP_GRACE_PERIOD),
                        reader.duration(Key.CANCEL_GRACE),
                        reader.duration(Key.RELEASE_BUDGET),
                        reader.duration(Key.EXIT_RESERVE)));
    }

    private static <T> T checked(String keys, java.util.function.Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(Durations.readable(e.getMessage()) + " (" + keys + ")", e);
        }
    }
}
