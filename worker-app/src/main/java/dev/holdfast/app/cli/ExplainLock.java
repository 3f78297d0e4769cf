package dev.holdfast.app.cli;

import dev.holdfast.app.process.ExitCode;
import dev.holdfast.lock.LockKey;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "explain",
        description = {
            "Tell the story of one lock: who holds it, since when and for which job, how long that stays valid,",
            "who waits for it, and why each earlier hold ended."
        },
        footer = {
            "",
            "Examples:",
            "  holdfast locks explain pr-actuation/acme/site#7",
            "  holdfast locks explain ai-review/acme/site#7 --limit 50 --json"
        })
final class ExplainLock implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private Common common;

    @Parameters(paramLabel = "KEY", description = "namespace/name, as locks list prints it.")
    private String key;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "10",
            description = "At most so many earlier holds (default 10).")
    private int limit;

    @Option(names = "--json", description = "Print the answer as JSON.")
    private boolean json;

    ExplainLock(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (limit < 1 || limit > 1_000) {
            throw new IllegalArgumentException("--limit must be 1 to 1000, got " + limit);
        }
        LockKey wanted = LockKey.parse(key);
        return Databases.askLocks(shell, common, (store, locks) -> {
            LockStory story = LockStory.read(store, locks, wanted, limit);
            if (json) {
                Print.json(shell.out(), story.fields());
            } else {
                story.lines().forEach(shell.out()::println);
            }
            return ExitCode.OK;
        });
    }
}
