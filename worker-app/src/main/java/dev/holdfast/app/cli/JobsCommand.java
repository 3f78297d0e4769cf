package dev.holdfast.app.cli;

import dev.holdfast.app.process.ExitCode;
import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.JobInspector.Filter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "jobs", description = "Look at jobs, cancel them, run them again.")
final class JobsCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    static CommandLine line(Shell shell) {
        return new CommandLine(new JobsCommand())
                .addSubcommand(new ListJobs(shell))
                .addSubcommand(new Show(shell))
                .addSubcommand(new Cancel(shell))
                .addSubcommand(new Retry(shell));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what: list, show, cancel or retry");
    }

    /** What the commands share. */
    private abstract static class Asking implements Callable<Integer> {
        final Shell shell;

        @Mixin
        Common common;

        @Option(names = "--json", description = "Print the answer as JSON.")
        boolean json;

        Asking(Shell shell) {
            this.shell = shell;
        }

        int notFound(long id) {
            shell.err().println("holdfast: there is no job " + id + " any more, or there never was");
            return ExitCode.FAILED;
        }
    }

    @Command(
            name = "list",
            description = "List jobs, newest first.",
            footer = {"", "Example:", "  holdfast jobs list --state running --json"})
    private static final class ListJobs extends Asking {
        @Option(names = "--queue", paramLabel = "NAME", description = "Only of this queue.")
        private String queue;

        @Option(names = "--kind", paramLabel = "KIND", description = "Only of this kind.")
        private String kind;

        @Option(
                names = "--state",
                paramLabel = "STATE",
                description = "Only scheduled, ready, running, completed, discarded or cancelled ones.")
        private JobState state;

        @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "At most so many (default 50).")
        private int limit;

        ListJobs(Shell shell) {
            super(shell);
        }

        @Override
        public Integer call() {
            Filter filter = new Filter(
                    Optional.ofNullable(queue), Optional.ofNullable(kind), Optional.ofNullable(state), limit);
            return Databases.ask(shell, common, store -> {
                print(store.jobs().list(filter));
                return ExitCode.OK;
            });
        }

        private void print(List<Job> jobs) {
            if (json) {
                Print.json(shell.out(), jobs.stream().map(JobView::json).toList());
            } else {
                Print.table(
                        shell.out(),
                        JobView.HEADS,
                        jobs.stream().map(JobView::row).toList());
            }
        }
    }

    @Command(
            name = "show",
            description = "Show one job.",
            footer = {"", "Example:", "  holdfast jobs show 42"})
    private static final class Show extends Asking {
        @Parameters(paramLabel = "ID", description = "The job's id.")
        private long id;

        Show(Shell shell) {
            super(shell);
        }

        @Override
        public Integer call() {
            return Databases.ask(
                    shell,
                    common,
                    store -> store.jobs().show(new JobId(id)).map(this::print).orElseGet(() -> notFound(id)));
        }

        private int print(Job job) {
            if (json) {
                Print.json(shell.out(), JobView.json(job));
            } else {
                JobView.json(job).forEach((name, value) -> shell.out().printf("%-13s %s%n", name, value));
            }
            return ExitCode.OK;
        }
    }

    @Command(
            name = "cancel",
            description = "Cancel a waiting job, or tell the worker that runs it.",
            footer = {"", "Example:", "  holdfast jobs cancel 42 --reason 'asked for twice'"})
    private static final class Cancel extends Asking {
        @Parameters(paramLabel = "ID", description = "The job's id.")
        private long id;

        @Option(
                names = "--reason",
                paramLabel = "TEXT",
                defaultValue = "cancelled by an operator",
                description = "Recorded with it.")
        private String reason;

        Cancel(Shell shell) {
            super(shell);
        }

        @Override
        public Integer call() {
            return Databases.ask(
                    shell,
                    common,
                    store -> store.jobs()
                            .cancel(new JobId(id), reason)
                            .map(asked -> Answers.asked(shell, json, id, asked, "cancelled"))
                            .orElseGet(() -> notFound(id)));
        }
    }

    @Command(
            name = "retry",
            description = "Make a waiting job due now, or enqueue a finished one again.",
            footer = {"", "Example:", "  holdfast jobs retry 42"})
    private static final class Retry extends Asking {
        @Parameters(paramLabel = "ID", description = "The job's id.")
        private long id;

        Retry(Shell shell) {
            super(shell);
        }

        @Override
        public Integer call() {
            return Databases.ask(
                    shell,
                    common,
                    store -> store.jobs()
                            .retry(new JobId(id))
                            .map(asked -> Answers.asked(shell, json, id, asked, "due now"))
                            .orElseGet(() -> notFound(id)));
        }
    }
}
