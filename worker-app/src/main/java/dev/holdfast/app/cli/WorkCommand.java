package dev.holdfast.app.cli;

import dev.holdfast.app.process.ExitCode;
import dev.holdfast.app.work.WorkerProcess;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "work",
        description = {
            "Run a worker until SIGTERM or Ctrl-C, then let running jobs end and exit.",
            "A second signal cuts the waiting short."
        },
        footer = {
            "",
            "Example:",
            "  HOLDFAST_DATABASE_URL=postgres://app:secret@db/jobs GITHUB_TOKEN=... holdfast work",
            "",
            "Configuration, from the environment, then from holdfast.properties:"
        })
final class WorkCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private Common common;

    @Option(names = "--until-stdin-closes", hidden = true, description = "Stop when standard input ends.")
    private boolean untilStdinCloses;

    WorkCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws InterruptedException {
        WorkerProcess process = new WorkerProcess(shell.out());
        if (untilStdinCloses) {
            process.stopAtEndOf(shell.in());
        }
        process.run(common.sources(shell));
        return ExitCode.OK;
    }
}
