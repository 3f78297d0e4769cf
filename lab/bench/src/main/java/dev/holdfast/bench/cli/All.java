package dev.holdfast.bench.cli;

import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.run.Backlog;
import dev.holdfast.bench.run.Drain;
import dev.holdfast.bench.run.Enqueue;
import dev.holdfast.bench.run.Heartbeat;
import dev.holdfast.bench.run.Latency;
import dev.holdfast.bench.run.Locks;
import dev.holdfast.bench.run.Memory;
import dev.holdfast.bench.run.Pinned;
import dev.holdfast.bench.run.Replicas;
import dev.holdfast.bench.run.Setup;
import dev.holdfast.bench.run.Steady;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Every benchmark after the other. Where a fast run has no time for peers in each of them, they are in the drain, which
 * shows most; a full run has them everywhere. One that fails does not take away what the others found.
 */
final class All {
    private static final int LOCK_THREADS = 16;

    private final Size.Length length;
    private final boolean asOftenAsAsked;
    private final PrintStream progress;
    private boolean failed;

    /** @param asOftenAsAsked true if long ones and short ones, too, take as many rounds as all */
    All(Size.Length length, boolean asOftenAsAsked, PrintStream progress) {
        this.length = length;
        this.asOftenAsAsked = asOftenAsAsked;
        this.progress = progress;
    }

    /** True if one of those that have run has failed. */
    boolean hasFailed() {
        return failed;
    }

    List<Report> run(Setup setup) throws InterruptedException {
        List<Report> reports = new ArrayList<>();
        for (Map.Entry<String, Callable<Report>> part : parts(setup).entrySet()) {
            try {
                reports.add(part.getValue().call());
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                failed = true;
                progress.println("holdfast bench: " + part.getKey() + " failed: " + e);
            }
        }
        return reports;
    }

    private Map<String, Callable<Report>> parts(Setup setup) {
        Setup fast = length == Size.Length.FULL ? setup : setup.withoutPeers();
        Map<String, Callable<Report>> parts = new LinkedHashMap<>();
        parts.put("drain", () -> new Drain(setup, Size.DRAIN_JOBS.at(length)).run());
        parts.put("pinned", () -> new Pinned(often(fast, Size.PINNED_ROUNDS), Size.PINNED_JOBS.at(length)).run());
        parts.put("steady", () -> steady(fast));
        parts.put("latency", () -> new Latency(fast, Size.LATENCY_PROBES.at(length)).run());
        parts.put("backlog", () -> backlog(often(fast, Size.BACKLOG_ROUNDS)));
        parts.put("enqueue", () -> new Enqueue(fast, Size.ENQUEUE_JOBS.at(length)).run());
        parts.put("replicas", () -> replicas(often(fast, Size.REPLICAS_ROUNDS)));
        parts.put("locks", () -> new Locks(fast, LOCK_THREADS, Size.LOCKS_SECONDS.at(length)).onRedis());
        parts.put("heartbeat", () -> new Heartbeat(fast, Size.held(length), Size.BEATS.at(length)).run());
        parts.put("memory", () -> new Memory(fast, Size.held(length)).run());
        return parts;
    }

    private Setup often(Setup setup, Size rounds) {
        return asOftenAsAsked ? setup : setup.times(rounds.at(length));
    }

    private Report steady(Setup setup) throws Exception {
        return new Steady(setup, Size.STEADY_RATE.at(length), Size.STEADY_SECONDS.at(length), true).run();
    }

    private Report backlog(Setup setup) throws Exception {
        List<Integer> sizes = BacklogCommand.sizes(Size.BACKLOG_MOST.at(length));
        return new Backlog(setup, Size.BACKLOG_JOBS.at(length), sizes).run();
    }

    private Report replicas(Setup setup) throws Exception {
        return new Replicas(setup, Size.REPLICAS_JOBS.at(length), Size.REPLICAS_MOST.at(length)).run();
    }
}
