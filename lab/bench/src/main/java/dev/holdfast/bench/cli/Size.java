package dev.holdfast.bench.cli;

/** How large each benchmark is: as one part of a run of all, alone, and for a report. */
enum Size {
    ROUNDS(1, 3, 3),
    DRAIN_JOBS(60_000, 200_000, 500_000),
    PINNED_JOBS(40_000, 200_000, 600_000),
    PINNED_ROUNDS(1, 3, 1),
    STEADY_RATE(5_000, 5_000, 20_000),
    STEADY_SECONDS(4, 12, 40),
    LATENCY_PROBES(50, 200, 300),
    BACKLOG_JOBS(40_000, 100_000, 200_000),
    BACKLOG_MOST(100_000, 1_000_000, 10_000_000),
    BACKLOG_ROUNDS(1, 1, 1),
    ENQUEUE_JOBS(20_000, 100_000, 200_000),
    REPLICAS_JOBS(40_000, 100_000, 200_000),
    REPLICAS_ROUNDS(1, 6, 6),
    REPLICAS_MOST(2, 4, 4),
    LOCKS_SECONDS(1, 5, 10),
    HELD_JOBS(2_000, 10_000, 10_000),
    HELD_ON_PLATFORM_THREADS(500, 2_000, 2_000),
    BEATS(20, 20, 40),
    HOT_FORKS(1, 1, 3);

    /** Which of the three. */
    enum Length {
        PART,
        ALONE,
        FULL
    }

    private final int part;
    private final int alone;
    private final int full;

    Size(int part, int alone, int full) {
        this.part = part;
        this.alone = alone;
        this.full = full;
    }

    /** How many jobs run at once: as many as the Java can, since each takes a thread where it has no virtual ones. */
    static int held(Length length) {
        return Runtime.version().feature() >= 21 ? HELD_JOBS.at(length) : HELD_ON_PLATFORM_THREADS.at(length);
    }

    int at(Length length) {
        return switch (length) {
            case PART -> part;
            case ALONE -> alone;
            case FULL -> full;
        };
    }
}
