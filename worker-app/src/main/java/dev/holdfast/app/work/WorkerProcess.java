package dev.holdfast.app.work;

import dev.holdfast.app.config.AppConfig;
import dev.holdfast.app.config.ConfigurationException;
import dev.holdfast.app.config.Durations;
import dev.holdfast.app.config.Sources;
import dev.holdfast.app.log.EventLog;
import dev.holdfast.app.log.Logging;
import dev.holdfast.app.process.Ending;
import dev.holdfast.app.process.ExitCode;
import dev.holdfast.app.process.Signals;
import dev.holdfast.app.process.Threads;
import dev.holdfast.event.EventListener;
import dev.holdfast.runtime.ShutdownPlan;
import dev.holdfast.runtime.StopReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process that is one worker. Signals, a handler's {@code System.exit} and the worker itself all lead to the one
 * shutdown and the one {@link Ending}.
 *
 * <pre>
 *   SIGTERM, SIGINT ──► requestStop ──► the worker's shutdown ──► report ──► Ending: flush, last line, halt
 *   System.exit ──hook─────┘                    │ an owner will not stop         ▲
 *                                               └──────────── Halter ────────────┘
 * </pre>
 */
public final class WorkerProcess {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);
    private static final Duration LAST_WORDS = Duration.ofMillis(400);
    /** A worker that fences itself has no more time than this. */
    private static final Duration LAST_WORDS_IN_HASTE = Duration.ofMillis(100);

    private final PrintStream out;
    private final Drain drain = new Drain();
    private final Ending ending;
    private final AtomicReference<RunningWorker> running = new AtomicReference<>();

    /** @param out logs and the last line */
    public WorkerProcess(PrintStream out) {
        this.out = out;
        this.ending = new Ending(out, drain::lastLine);
    }

    /** Stops the worker when the stream ends: the process that started this one is gone. */
    public void stopAtEndOf(InputStream in) {
        Threads.daemon("stdin", () -> awaitEnd(in)).start();
    }

    private void awaitEnd(InputStream in) {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            LOG.debug("standard input failed, which is an end as well", e);
        }
        stop();
    }

    /**
     * Runs the worker. Returns only by an exception, before there is a worker; then nothing is left behind.
     *
     * @throws dev.holdfast.app.config.ConfigurationException naming what to change
     * @throws dev.holdfast.pg.NotReadyException naming what to change in the database
     */
    public void run(Sources sources) throws InterruptedException {
        takeSignals();
        Assembly assembly = Assembly.of(sources);
        drain.in(assembly.config().logs().format());
        Logging.start(assembly.config().logs(), out);
        tell(assembly);
        begin(assembly);
        StopReport report = running.get().awaitStop();
        running.get().refusal().ifPresent(this::refuse);
        end(report);
    }

    /** There is no worker any more: the exit that follows has nothing to wait for. */
    private void refuse(String why) {
        running.set(null);
        throw new ConfigurationException(why);
    }

    private void takeSignals() {
        Signals.take("TERM", this::stop);
        Signals.take("INT", this::stop);
        Signals.ignore("HUP");
        Signals.onExit(this::stopAndWait);
    }

    private void begin(Assembly assembly) throws InterruptedException {
        EventLog log = new EventLog();
        EventListener both = event -> {
            drain.on(event);
            log.on(event);
        };
        RunningWorker worker = new RunningWorker(assembly, both, this::halt);
        running.set(worker);
        LOG.atInfo()
                .addKeyValue(EventLog.EVENT, "Listening")
                .addKeyValue("port", worker.port())
                .log("listening on {}:{}", assembly.config().http().host(), worker.port());
        try {
            worker.begin();
        } catch (RuntimeException e) {
            running.set(null);
            throw e;
        }
    }

    private void stop() {
        RunningWorker worker = running.get();
        if (worker == null) {
            ending.end(ExitCode.INTERRUPTED);
        } else {
            worker.requestStop();
        }
    }

    /** A handler called {@link System#exit}: the same way down, and the exit waits for it. */
    private void stopAndWait() {
        RunningWorker worker = running.get();
        if (worker == null) {
            return;
        }
        worker.requestStop();
        ending.await();
    }

    private void halt(int status, String why) {
        drain.halting(why);
        ending.end(status, drain.isDone() ? LAST_WORDS : LAST_WORDS_IN_HASTE);
    }

    private void end(StopReport report) {
        if (!report.isClean()) {
            ending.end(ExitCode.FORCED);
        }
        ending.end(drain.hadSession() ? ExitCode.OK : ExitCode.INTERRUPTED);
    }

    private static void tell(Assembly assembly) {
        AppConfig config = assembly.config();
        if (assembly.handlers().kinds().isEmpty()) {
            LOG.warn("no plugin registers a handler: this worker takes webhooks and runs nothing");
        }
        ShutdownPlan plan = config.worker().shutdown();
        LOG.info(
                "{}: queues {} of {}, {} at once",
                config.worker().instance(),
                config.worker().work().queues(),
                config.database(),
                config.worker().work().concurrency());
        LOG.info(
                "on SIGTERM: running jobs have {} to end, then {} after they are told to stop, then {} for releases;"
                        + " {} stay before the kill at {}",
                Durations.shown(plan.drain()),
                Durations.shown(plan.cancelGrace()),
                Durations.shown(plan.releaseBudget()),
                Durations.shown(plan.exitReserve()),
                Durations.shown(plan.stopGracePeriod()));
    }
}
