package dev.holdfast.app.cli;

import dev.holdfast.app.process.ExitCode;
import dev.holdfast.lock.LockInspector.Shown;
import dev.holdfast.lock.LockInspector.Stolen;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Steal;
import dev.holdfast.pg.PgStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "locks", description = "Look at locks and their story, take one from its holder.")
final class LocksCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    static CommandLine line(Shell shell) {
        return new CommandLine(new LocksCommand())
                .addSubcommand(new ListLocks(shell))
                .addSubcommand(new StealLock(shell))
                .addSubcommand(new ExplainLock(shell))
                .addSubcommand(new AuditLocks(shell));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what: list, steal, explain or audit");
    }

    @Command(
            name = "list",
            description = "List held locks, in the order of their keys.",
            footer = {"", "Example:", "  holdfast locks list --json"})
    private static final class ListLocks implements Callable<Integer> {
        private final Shell shell;

        @Mixin
        private Common common;

        @Option(
                names = "--limit",
                paramLabel = "N",
                defaultValue = "100",
                description = "At most so many (default 100).")
        private int limit;

        @Option(names = "--json", description = "Print the answer as JSON.")
        private boolean json;

        ListLocks(Shell shell) {
            this.shell = shell;
        }

        @Override
        public Integer call() {
            if (limit < 1 || limit > 10_000) {
                throw new IllegalArgumentException("--limit must be 1 to 10000, got " + limit);
            }
            return Databases.askLocks(shell, common, (store, locks) -> {
                print(locks.list(limit));
                return ExitCode.OK;
            });
        }

        private void print(List<Shown> locks) {
            if (json) {
                Print.json(shell.out(), locks.stream().map(ListLocks::fields).toList());
            } else {
                Print.table(
                        shell.out(),
                        List.of("KEY", "HOLDER", "FENCE", "SINCE", "WANTED"),
                        locks.stream().map(ListLocks::row).toList());
            }
        }

        private static List<String> row(Shown lock) {
            return List.of(
                    lock.key().toString(),
                    lock.holder().who(),
                    String.valueOf(lock.holder().fence().value()),
                    lock.since().toString(),
                    lock.revoked().orElse(""));
        }

        private static Map<String, Object> fields(Shown lock) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("key", lock.key().toString());
            fields.put("holder", lock.holder().who());
            fields.put("fence", lock.holder().fence().value());
            fields.put("since", lock.since().toString());
            lock.revoked().ifPresent(reason -> fields.put("wanted", reason));
            return fields;
        }
    }

    @Command(
            name = "steal",
            description = {
                "Take a lock from its holder; nobody holds it afterwards.",
                "The holder is told and cancelled, and the lock is free when it has stopped."
            },
            footer = {
                "",
                "Examples:",
                "  holdfast locks steal pr-actuation/acme/site#7 --reason 'hangs since noon'",
                "  holdfast locks steal pr-actuation/acme/site#7 --reason 'host is on fire' --now"
            })
    private static final class StealLock implements Callable<Integer> {
        private final Shell shell;

        @Mixin
        private Common common;

        @Parameters(paramLabel = "KEY", description = "namespace/name, as locks list prints it.")
        private String key;

        @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Recorded with the steal.")
        private String reason;

        @Option(names = "--now", description = "At once: the holder may still be at work, so two may act on one thing.")
        private boolean now;

        StealLock(Shell shell) {
            this.shell = shell;
        }

        @Override
        public Integer call() {
            LockKey wanted = LockKey.parse(key);
            Steal steal = new Steal(reason, now ? Steal.Mode.NOW : Steal.Mode.REVOKE);
            return Databases.askLocks(
                    shell,
                    common,
                    (store, locks) -> locks.steal(wanted, steal)
                            .map(stolen -> recorded(store, wanted, stolen))
                            .map(stolen -> print(wanted, stolen))
                            .orElseGet(() -> notHeld(wanted)));
        }

        /** The ledger is in the database wherever the lock is: an overlap on purpose must not look like a fault. */
        private Stolen recorded(PgStore store, LockKey wanted, Stolen stolen) {
            if (stolen.freed()) {
                store.lockHistory().declareOverlap(wanted, stolen.victim().fence(), stolen.fence(), reason);
            }
            return stolen;
        }

        private int print(LockKey wanted, Stolen stolen) {
            shell.out()
                    .println(
                            stolen.freed()
                                    ? wanted + " was taken from " + stolen.victim() + " and is free"
                                    : stolen.victim() + " is told to let go of " + wanted
                                            + "; it is free when that has stopped");
            return ExitCode.OK;
        }

        private int notHeld(LockKey wanted) {
            shell.err().println("holdfast: nobody holds " + wanted);
            return ExitCode.FAILED;
        }
    }
}
