package dev.holdfast.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a worker runs, split by concern. Validated: a configuration that cannot keep its promises refuses to exist.
 *
 * @param instance name for people, never an identity
 * @param work what it runs
 * @param term how long it is honoured without a beat
 * @param shutdown how it ends
 * @param alone true if the deployment is declared single-instance: the worker then refuses to start beside another
 */
public record WorkerConfig(String instance, Work work, Term term, ShutdownPlan shutdown, boolean alone) {
    /** One of several workers. */
    public WorkerConfig(String instance, Work work, Term term, ShutdownPlan shutdown) {
        this(instance, work, term, shutdown, false);
    }

    /** Everything by default, for one queue named {@code default}. */
    public static WorkerConfig defaults(String instance) {
        return new WorkerConfig(instance, Work.DEFAULTS, Term.DEFAULTS, ShutdownPlan.DEFAULTS);
    }

    /** The same as the only worker of its deployment. */
    public WorkerConfig asSingleInstance() {
        return new WorkerConfig(instance, work, term, shutdown, true);
    }

    /**
     * What a worker runs.
     *
     * @param queues in the order in which they are served, if they have no weights
     * @param weights share of each queue while several have jobs waiting, 1 to 1000; empty to serve a queue only when those
     *     before it are empty
     * @param concurrency most attempts at once
     * @param prefetch most jobs leased ahead of a free slot. How many are follows from what jobs take: as many as start
     *     within a fifth of a second, so none where they take longer
     * @param poll longest wait between two looks for due jobs
     */
    public record Work(
            List<String> queues, Map<String, Integer> weights, int concurrency, int prefetch, Duration poll) {
        private static final int MOST_WEIGHT = 1000;

        public static final Work DEFAULTS = new Work(List.of("default"), 10, 2_000, Duration.ofSeconds(1));

        public Work {
            queues = List.copyOf(queues);
            weights = Map.copyOf(weights);
            require(!queues.isEmpty(), "a worker serves at least one queue");
            require(
                    weights.isEmpty() || weights.keySet().equals(Set.copyOf(queues)),
                    "every queue has a weight or none has, got " + weights.keySet() + " of " + queues);
            require(
                    weights.values().stream().allMatch(weight -> weight >= 1 && weight <= MOST_WEIGHT),
                    "a queue's weight must be 1 to " + MOST_WEIGHT + ", got " + weights);
            require(concurrency >= 1 && concurrency <= 100_000, "concurrency must be 1 to 100000, got " + concurrency);
            require(prefetch >= 0 && prefetch <= 10_000, "prefetch must be 0 to 10000, got " + prefetch);
            require(isPositive(poll), "poll must be positive, got " + poll);
        }

        /** Queues in strict order. */
        public Work(List<String> queues, int concurrency, int prefetch, Duration poll) {
            this(queues, Map.of(), concurrency, prefetch, poll);
        }

        public Work withWeights(Map<String, Integer> weights) {
            return new Work(queues, weights, concurrency, prefetch, poll);
        }
    }

    /**
     * How long a worker is honoured without a beat, and how it keeps its term.
     *
     * @param ttl of the session
     * @param heartbeat between two beats; at most a third of the ttl
     * @param margin taken off the ttl by the worker itself; less than a third of the ttl
     * @param reaperRound between two looks at the other sessions
     */
    public record Term(Duration ttl, Duration heartbeat, Duration margin, Duration reaperRound) {
        public static final Term DEFAULTS =
                new Term(Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(250));

        public Term {
            require(isPositive(ttl) && isPositive(heartbeat) && isPositive(reaperRound), "durations must be positive");
            Duration third = ttl.dividedBy(3);
            require(
                    heartbeat.compareTo(third) <= 0,
                    "heartbeat " + heartbeat + " must be at most a third of ttl " + ttl);
            require(
                    isPositive(margin) && margin.compareTo(third) < 0,
                    "margin " + margin + " must be less than a third of ttl " + ttl);
        }

        /** Locks that have a ttl of their own are renewed at the pace of the heartbeat, and trusted less by the margin. */
        void mustSuitLocksOf(Duration lockTtl) {
            Duration third = lockTtl.dividedBy(3);
            require(
                    heartbeat.compareTo(third) <= 0 && margin.compareTo(third) < 0,
                    "heartbeat " + heartbeat + " must be at most a third of the locks' ttl " + lockTtl + ", and margin "
                            + margin + " less");
        }
    }

    private static boolean isPositive(Duration duration) {
        return !duration.isNegative() && !duration.isZero();
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
