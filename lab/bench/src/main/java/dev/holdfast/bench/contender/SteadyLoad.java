package dev.holdfast.bench.contender;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The producer of every steady benchmark. It sends what is due every few milliseconds, on time however slowly jobs are
 * run, and counts a job's latency from the time it was due, so that a producer that was held up hides nothing. The first
 * quarter of the time warms up. One thread runs it, handlers tell it what has started.
 */
public final class SteadyLoad {
    private static final long TICK_NANOS = 5_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int MOST_IN_A_BATCH = 1_000;
    private static final int QUARTERS = 4;
    /** So many latencies are kept, of every so many jobs: a long load must not fill the heap that is looked at. */
    private static final int MOST_LATENCIES = 500_000;

    private final int perSecond;
    private final long length;
    private final Percentiles latencies;
    private final long ofSoMany;
    private final AtomicLong started = new AtomicLong();
    private final long[] waiting = new long[QUARTERS];
    private final long[] looks = new long[QUARTERS];
    private volatile long begin;
    private double earlyHeap = Double.NaN;
    private long sent;

    public SteadyLoad(int perSecond, int seconds) {
        this.perSecond = perSecond;
        this.length = seconds * NANOS_PER_SECOND;
        long jobs = (long) perSecond * seconds;
        this.ofSoMany = 1 + jobs / MOST_LATENCIES;
        this.latencies = new Percentiles((int) (jobs / ofSoMany) + 1);
    }

    /** Stores jobs that carry when they were due, in one transaction. */
    @FunctionalInterface
    public interface Sender {
        void send(int jobs, long due) throws Exception;
    }

    /** A job that carries this has come to its handler. */
    public void started(long due) {
        long number = started.incrementAndGet();
        if (number % ofSoMany == 0 && due - begin >= length / QUARTERS) {
            latencies.record(System.nanoTime() - due);
        }
    }

    /** Answers as {@link Contender#steady}. */
    public Map<String, Double> run(Sender sender) throws Exception {
        begin = System.nanoTime();
        long before = 0;
        for (long due = 0; due < length; ) {
            await(due);
            // What became due while the last batch was stored goes along with the next, and counts from the first of
            // it.
            long upTo = Math.min(length, (System.nanoTime() - begin) / TICK_NANOS * TICK_NANOS + TICK_NANOS);
            send(sender, due, upTo * perSecond / NANOS_PER_SECOND);
            weigh(due);
            int quarter = look(due);
            before = quarter == 0 ? started.get() : before;
            due = upTo;
        }
        return answer(started.get() - before);
    }

    private void await(long due) {
        while (System.nanoTime() - begin < due) {
            LockSupport.parkNanos(begin + due - System.nanoTime());
        }
    }

    private void send(Sender sender, long due, long all) throws Exception {
        while (sent < all) {
            int jobs = (int) Math.min(all - sent, MOST_IN_A_BATCH);
            sender.send(jobs, begin + due);
            sent += jobs;
        }
    }

    /** In the middle of the warm-up, since a collection stops everybody. */
    private void weigh(long due) {
        if (Double.isNaN(earlyHeap) && due >= length / QUARTERS / 2) {
            earlyHeap = Footprint.heapMegabytes();
        }
    }

    private int look(long due) {
        int quarter = (int) (due * QUARTERS / length);
        waiting[quarter] += sent - started.get();
        looks[quarter]++;
        return quarter;
    }

    private Map<String, Double> answer(long inTheRest) {
        Map<String, Double> all = new HashMap<>(latencies.millis());
        long rest = System.nanoTime() - begin - length / QUARTERS;
        all.put("jobsPerSecond", (double) inTheRest * NANOS_PER_SECOND / rest);
        all.put("earlyJobs", average(1));
        all.put("lateJobs", average(QUARTERS - 1));
        all.put("earlyHeapMegabytes", earlyHeap);
        all.put("lateHeapMegabytes", Footprint.heapMegabytes());
        return all;
    }

    private double average(int quarter) {
        return (double) waiting[quarter] / Math.max(1, looks[quarter]);
    }
}
