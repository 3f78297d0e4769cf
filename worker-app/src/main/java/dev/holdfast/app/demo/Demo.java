package dev.holdfast.app.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.holdfast.app.demo.OwnReplica.Seen;
import dev.holdfast.app.process.ExitCode;
import dev.holdfast.app.process.Signals;
import dev.holdfast.lease.Ticker;
import dev.holdfast.plugin.DemoScenario.DemoDelivery;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The demo from its start to its report.
 *
 * <pre>
 *   Stage      PostgreSQL, schema, stand-in          (ends last, so that the drain has a database)
 *   Fleet      one worker here, or several processes
 *   Feeder     signed deliveries to their endpoints
 *   Redeploy   what is done to the workers meanwhile, if it is asked for
 *   Report     read from the database, the stand-in's log and the workers' events
 * </pre>
 */
public final class Demo {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration IDLE_PATIENCE = Duration.ofMinutes(2);

    private final DemoOptions options;
    private final Screen screen;
    private final Ledger ledger = new Ledger(Ticker.system());
    private final CountDownLatch stop = new CountDownLatch(1);
    private final AtomicInteger signals = new AtomicInteger();
    private volatile Runnable stopFeeding = () -> {};
    private volatile Runnable hurry = () -> {};

    /** What came out. */
    public record Result(String line, String json, boolean passed) {
        /** The exit code that goes with it. */
        public int exitCode() {
            return passed ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    /** @param screen where a person watches */
    public Demo(DemoOptions options, Screen screen) {
        this.options = options;
        this.screen = screen;
    }

    /**
     * Runs the demo. Blocks until everything is done, or until a signal comes.
     *
     * @param stage what it plays on; closed by whoever set it
     */
    public Result run(Stage stage) throws IOException, InterruptedException, SQLException {
        for (String signal : List.of("INT", "TERM", "HUP")) {
            Signals.take(signal, this::stopAsked);
        }
        try (Records records = stage.records()) {
            return play(stage, records);
        }
    }

    /** The first signal ends the deliveries and drains; the second cuts the drain short. */
    private void stopAsked() {
        stop.countDown();
        stopFeeding.run();
        if (signals.incrementAndGet() > 1) {
            hurry.run();
        }
    }

    private Result play(Stage stage, Records records) throws IOException, InterruptedException, SQLException {
        Duration begun = ledger.now();
        Fleet fleet = new Fleet(stage, ledger, this::see);
        hurry = fleet::requestStop;
        List<DemoDelivery> deliveries = stage.deliveries(options.deliveries());
        Feeder feeder = new Feeder(deliveries, new Deliverer(stage.webhook(), fleet::ports), screen);
        Redeploy redeploy =
                new Redeploy(fleet, feeder, ledger, records, new Redeploy.Scene(screen, stage.scenario(), stop));
        startWorkers(fleet);
        feeder.start();
        work(feeder, redeploy, records);
        drain(fleet, feeder);
        Report.Read read = new Report.Read(records, ledger, stage.verdict(), redeploy.stranded());
        List<String> complaints = new ArrayList<>(fleet.complaints());
        complaints.addAll(stage.auditedFaults(ledger.now().minus(begun)));
        return result(Report.of(read, complaints, options), feeder);
    }

    private void startWorkers(Fleet fleet) throws IOException, InterruptedException {
        if (options.hasChildren()) {
            screen.say("starting " + options.replicas() + " worker processes");
            fleet.startChildren(options.replicas());
        } else {
            fleet.startOwn();
        }
    }

    private void work(Feeder feeder, Redeploy redeploy, Records records)
            throws IOException, InterruptedException, SQLException {
        screen.say(options.deliveries() + " deliveries come in, signed, over HTTP; Ctrl-C drains");
        if (options.redeploy()) {
            redeploy.run();
        }
        feeder.allow(1.0);
        if (!options.once()) {
            stop.await();
            return;
        }
        awaitIdle(feeder, records);
    }

    /** Until everything was delivered and every job of this run has ended. */
    private void awaitIdle(Feeder feeder, Records records) throws InterruptedException, SQLException {
        feeder.awaitEnd();
        Duration deadline = ledger.now().plus(IDLE_PATIENCE);
        while (records.live() > 0 && ledger.now().compareTo(deadline) < 0) {
            if (stop.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    private void drain(Fleet fleet, Feeder feeder) throws InterruptedException {
        screen.say("draining: running jobs end, and each frees its own locks");
        feeder.stop();
        feeder.awaitEnd();
        fleet.requestStop();
        fleet.awaitEnd();
    }

    private void see(Seen seen) {
        Sighting sighting = new Sighting(ledger.now(), seen.worker(), seen.event(), seen.line());
        screen.show(sighting);
        ledger.add(sighting);
    }

    private static Result result(Report report, Feeder feeder) {
        try {
            String json = new JsonMapper().writeValueAsString(report);
            return new Result(
                    report.line(feeder.accepted()), json, report.failures().isEmpty());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report is plain values", e);
        }
    }
}
