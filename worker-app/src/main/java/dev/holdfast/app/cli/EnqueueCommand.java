package dev.holdfast.app.cli;

import dev.holdfast.app.process.ExitCode;
import dev.holdfast.job.NewJob;
import dev.holdfast.queue.Enqueued;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "enqueue",
        description = "Put a job into its queue and print its id.",
        footer = {
            "",
            "Examples:",
            "  holdfast enqueue pr-actuate '{\"owner\":\"acme\",\"repo\":\"site\",\"number\":7}'",
            "  holdfast enqueue report @payload.json --queue slow --delay 5m --priority 7",
            "  generate | holdfast enqueue report - --unique-key report:today",
            "  holdfast enqueue pr-review '{\"owner\":\"acme\",\"repo\":\"site\",\"number\":7}' --force"
        })
final class EnqueueCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private Common common;

    @Parameters(index = "0", paramLabel = "KIND", description = "Names the handler.")
    private String kind;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PAYLOAD",
            defaultValue = "{}",
            description = "JSON; @FILE reads a file, - reads standard input (default: {}).")
    private String payload;

    @Option(names = "--queue", paramLabel = "NAME", description = "Queue (default: default).")
    private String queue;

    @Option(names = "--priority", paramLabel = "N", description = "0 (first) to 9 (last), default 5.")
    private Integer priority;

    @Option(names = "--delay", paramLabel = "TIME", description = "Not before this time has passed, like 30s or 5m.")
    private Duration delay;

    @Option(names = "--max-attempts", paramLabel = "N", description = "Failures after which it is discarded.")
    private Integer maxAttempts;

    @Option(names = "--timeout", paramLabel = "TIME", description = "Bound of one attempt.")
    private Duration timeout;

    @Option(names = "--unique-key", paramLabel = "KEY", description = "At most one live job of this key.")
    private String uniqueKey;

    @Option(
            names = "--force",
            description = "Set \"force\": true in the payload: the handler runs again what it would skip, and takes the"
                    + " lock from whoever holds it.")
    private boolean force;

    @Option(names = "--json", description = "Print the answer as JSON.")
    private boolean json;

    EnqueueCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        NewJob job = job(new Payload(shell).read(payload, force));
        return Databases.ask(shell, common, store -> {
            print(store.queue().enqueue(job));
            return ExitCode.OK;
        });
    }

    private NewJob job(String text) {
        NewJob job = NewJob.ofJson(kind, text);
        job = with(job, queue, NewJob::withQueue);
        job = with(job, priority, NewJob::withPriority);
        job = with(job, delay, NewJob::withDelay);
        job = with(job, maxAttempts, NewJob::withMaxAttempts);
        job = with(job, timeout, NewJob::withTimeout);
        return with(job, uniqueKey, NewJob::withUniqueKey);
    }

    private static <V> NewJob with(NewJob job, V value, BiFunction<NewJob, V, NewJob> change) {
        return value == null ? job : change.apply(job, value);
    }

    private void print(Enqueued enqueued) {
        String result = enqueued.result().name().toLowerCase(Locale.ROOT);
        if (json) {
            Print.json(shell.out(), Map.of("job", enqueued.id().value(), "result", result));
        } else {
            shell.out().println(enqueued.id() + " " + result);
        }
    }
}
