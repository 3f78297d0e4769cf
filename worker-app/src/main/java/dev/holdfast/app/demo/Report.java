package dev.holdfast.app.demo;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.holdfast.app.config.Durations;
import dev.holdfast.plugin.DemoScenario.Verdict;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the demo adds up to. Jobs and attempts are counted by the database's tables, actuations by the stand-in's own
 * log, the rest by what the workers' event logs say.
 */
@JsonPropertyOrder({"jobsIn", "jobsFinished", "attempts", "handOvers", "strandingMaxMs"})
record Report(
        long jobsIn,
        long jobsFinished,
        long attempts,
        long handOvers,
        Long strandingMaxMs,
        int overlappingActuations,
        int duplicateActuations,
        long staleWritesRefused,
        List<DrainRow> drains,
        @JsonIgnore List<String> failures) {
    /** How one worker ended. */
    record DrainRow(String worker, long ms, long finished, long returned, long forced) {}

    /**
     * What there is to read.
     *
     * @param stranded how long each lock of the worker that was killed waited for its next grant
     */
    record Read(Records records, Ledger ledger, Verdict verdict, List<Duration> stranded) {}

    static Report of(Read read, List<String> complaints, DemoOptions options) throws SQLException {
        Records.Counts counts = read.records.counts();
        Report report = new Report(
                counts.jobsIn(),
                counts.jobsFinished(),
                counts.attempts(),
                read.ledger.handOvers(read.records.baseline()),
                longest(read.stranded).map(Duration::toMillis).orElse(null),
                read.verdict.overlappingActuations(),
                read.verdict.duplicateActuations(),
                read.ledger.all("SettlementRefused").size(),
                drains(read.ledger),
                List.of());
        return report.judged(complaints, options);
    }

    private static Optional<Duration> longest(List<Duration> stranded) {
        return stranded.stream().max(Comparator.naturalOrder());
    }

    private static List<DrainRow> drains(Ledger ledger) {
        return ledger.all("ShutdownDone").stream()
                .map(done -> new DrainRow(
                        done.worker(),
                        done.number("tookMs"),
                        done.number("finished"),
                        done.number("returned"),
                        done.line().path("forced").size()))
                .toList();
    }

    private Report judged(List<String> complaints, DemoOptions options) {
        List<String> failures = new ArrayList<>(complaints);
        check(failures, overlappingActuations == 0, overlappingActuations + " actuations overlapped");
        check(failures, duplicateActuations == 0, duplicateActuations + " actuations were done twice");
        check(failures, drains.stream().allMatch(drain -> drain.forced == 0), "a drain was forced");
        if (options.once()) {
            check(failures, jobsFinished == jobsIn, (jobsIn - jobsFinished) + " jobs did not finish");
        }
        if (options.redeploy()) {
            check(failures, staleWritesRefused > 0, "no stale write was refused");
            check(failures, isBounded(), "a lock was stranded for " + strandingMaxMs + " ms");
        }
        return new Report(
                jobsIn,
                jobsFinished,
                attempts,
                handOvers,
                strandingMaxMs,
                overlappingActuations,
                duplicateActuations,
                staleWritesRefused,
                drains,
                failures);
    }

    private boolean isBounded() {
        return strandingMaxMs == null || strandingMaxMs <= Times.STRANDING.toMillis();
    }

    private static void check(List<String> failures, boolean holds, String otherwise) {
        if (!holds) {
            failures.add(otherwise);
        }
    }

    /** One line for people. */
    String line(int deliveries) {
        String stranding = strandingMaxMs == null
                ? ""
                : ", locks stranded at most " + Durations.shown(Duration.ofMillis(strandingMaxMs));
        return deliveries + " deliveries, " + jobsIn + " jobs, " + jobsFinished + " finished, " + attempts
                + " attempts, " + handOvers + " handed over, " + overlappingActuations + " overlapping and "
                + duplicateActuations + " duplicate actuations, " + staleWritesRefused + " stale writes refused"
                + stranding + "; drained " + drained() + verdict();
    }

    private String drained() {
        return drains.stream()
                .map(drain -> "in " + Durations.shown(Duration.ofMillis(drain.ms)))
                .collect(Collectors.joining(", "));
    }

    private String verdict() {
        return failures.isEmpty() ? ": all checks passed" : ": FAILED: " + String.join("; ", failures);
    }
}
