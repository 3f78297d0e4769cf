package dev.holdfast.app.cli;

import dev.holdfast.app.config.Durations;
import dev.holdfast.app.process.ExitCode;
import dev.holdfast.pg.Audit;
import dev.holdfast.pg.Audit.Finding;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "audit",
        description = {
            "Read the ledger of locks and report what should never be there: holds that overlap, holds whose end is",
            "unexplained, fences that fall, effects under stale fences. What is no fault but worth knowing is listed",
            "apart, and so is what the ledger does not know. Exits with 1 if there are findings, with 0 if there are none."
        },
        footer = {"", "Example:", "  holdfast locks audit --since 1h --json"})
final class AuditLocks implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private Common common;

    @Option(
            names = "--since",
            paramLabel = "DURATION",
            defaultValue = "24h",
            description = "How far back (default 24h). The ledger is kept for 7 days.")
    private String since;

    @Option(names = "--json", description = "Print the answer as JSON.")
    private boolean json;

    AuditLocks(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Duration back = Durations.parse(since);
        return Databases.ask(shell, common, store -> {
            Audit audit = store.lockHistory().audit(back);
            print(audit);
            return audit.findings().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
        });
    }

    private void print(Audit audit) {
        if (json) {
            Print.json(shell.out(), fields(audit));
            return;
        }
        audit.findings().forEach(found -> shell.out().println(line(found)));
        audit.notes().forEach(note -> shell.out().println("no fault: " + line(note)));
        shell.out().println(summary(audit));
    }

    private static String line(Finding found) {
        return name(found) + " of " + found.key() + ": " + found.text();
    }

    private static String name(Finding found) {
        return found.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String summary(Audit audit) {
        Audit.Evidence evidence = audit.evidence();
        String found =
                audit.findings().isEmpty() ? "nothing found" : audit.findings().size() + " found";
        return found + " in " + evidence.holds() + " holds; " + evidence.refused() + " late owners refused, "
                + evidence.unguarded() + " runs without their lock; "
                + (isWhole(evidence)
                        ? "no gap in the evidence"
                        : "not in the evidence: about " + evidence.sampledAway() + " holds that were sampled away, "
                                + evidence.dropped() + " events that could not be kept")
                + evidence.oldest().map(at -> "; the ledger begins at " + at).orElse("; the ledger is empty");
    }

    private static boolean isWhole(Audit.Evidence evidence) {
        return evidence.sampledAway() == 0 && evidence.dropped() == 0;
    }

    private static Map<String, Object> fields(Audit audit) {
        Audit.Evidence evidence = audit.evidence();
        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put("holds", evidence.holds());
        seen.put("sampledAway", evidence.sampledAway());
        seen.put("dropped", evidence.dropped());
        seen.put("refused", evidence.refused());
        seen.put("unguarded", evidence.unguarded());
        evidence.oldest().ifPresent(at -> seen.put("oldest", at.toString()));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("findings", fields(audit.findings()));
        fields.put("notes", fields(audit.notes()));
        fields.put("evidence", seen);
        return fields;
    }

    private static List<Map<String, String>> fields(List<Finding> findings) {
        return findings.stream()
                .map(found -> Map.of("kind", name(found), "key", found.key().toString(), "text", found.text()))
                .toList();
    }
}
