package dev.holdfast.memory;

import dev.holdfast.job.Job;
import dev.holdfast.lease.JobId;
import java.util.Comparator;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finished rounds of jobs, the newest {@value #MOST}. */
final class History {
    static final int MOST = 100_000;

    /** A finished round, and what it takes to ask for the same work again. */
    record Ended(Job job, JobSpec spec) {}

    private record Round(JobId id, int round) {}

    private final NavigableMap<Round, Ended> rounds =
            new TreeMap<>(Comparator.comparing(Round::id).thenComparing(Round::round));

    void add(Ended ended) {
        rounds.put(new Round(ended.job().id(), ended.job().details().round()), ended);
        if (rounds.size() > MOST) {
            rounds.pollFirstEntry();
        }
    }

    /** The last round of a job. */
    Optional<Ended> find(JobId id) {
        return Optional.ofNullable(rounds.floorEntry(new Round(id, Integer.MAX_VALUE)))
                .filter(entry -> entry.getKey().id().equals(id))
                .map(entry -> entry.getValue());
    }

    /** Newest first. */
    Stream<Job> all() {
        return rounds.descendingMap().values().stream().map(Ended::job);
    }
}
