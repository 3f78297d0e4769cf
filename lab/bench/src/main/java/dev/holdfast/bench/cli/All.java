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
import java.util.ArrayList;
import java.util.List;

/**
 * Every benchmark after the other. Where a fast run has no time for peers in each of them, they are in the drain, which
 * shows most; a full run has them everywhere.
 */
final class All {
    private static final int LOCK_THREADS = 16;

    private final Size.Length length;

    All(Size.Length length) {
        this.length = length;
    }

    List<Report> run(Setup setup) throws Exception {
        Setup fast = length == Size.Length.FULL ? setup : setup.withoutPeers();
        List<Report> reports = new ArrayList<>(jobs(setup, fast));
        reports.add(new Locks(fast, LOCK_THREADS, Size.LOCKS_SECONDS.at(length)).onRedis());
        reports.add(new Heartbeat(fast, Size.held(length), Size.BEATS.at(length)).run());
        reports.add(new Memory(fast, Size.held(length)).run());
        return reports;
    }

    private List<Report> jobs(Setup setup, Setup fast) throws Exception {
        return List.of(
                new Drain(setup, Size.DRAIN_JOBS.at(length)).run(),
                new Pinned(fast.atMost(Size.PINNED_ROUNDS.at(length)), Size.PINNED_JOBS.at(length)).run(),
                new Steady(fast, Size.STEADY_RATE.at(length), Size.STEADY_SECONDS.at(length), true).run(),
                new Latency(fast, Size.LATENCY_PROBES.at(length)).run(),
                new Backlog(
                                fast.atMost(Size.BACKLOG_ROUNDS.at(length)),
                                Size.BACKLOG_JOBS.at(length),
                                BacklogCommand.sizes(Size.BACKLOG_MOST.at(length)))
                        .run(),
                new Enqueue(fast, Size.ENQUEUE_JOBS.at(length)).run(),
                new Replicas(
                                fast.atMost(Size.REPLICAS_ROUNDS.at(length)),
                                Size.REPLICAS_JOBS.at(length),
                                Size.REPLICAS_MOST.at(length))
                        .run());
    }
}
