package dev.holdfast.app.cli;

import dev.holdfast.app.config.Logs;
import dev.holdfast.app.demo.Demo;
import dev.holdfast.app.demo.DemoLocks;
import dev.holdfast.app.demo.DemoOptions;
import dev.holdfast.app.demo.Screen;
import dev.holdfast.app.demo.Stage;
import dev.holdfast.app.log.Logging;
import dev.holdfast.lease.Ticker;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

@Command(
        name = "demo",
        description = {
            "See it work, on an embedded PostgreSQL, until Ctrl-C.",
            "Webhooks come in, jobs are leased, locks taken and released; Ctrl-C shows the drain.",
            "Data and logs are kept in .holdfast/."
        },
        footer = {
            "",
            "Examples:",
            "  holdfast demo",
            "  holdfast demo --once --deliveries 20",
            "  holdfast demo --replicas 3 --redeploy     replace, kill and freeze workers meanwhile",
            "  holdfast demo --replicas 3 --redeploy --locks redis",
            "  holdfast demo --once --json | tail -1"
        })
final class DemoCommand implements Callable<Integer> {
    private static final int REPLICAS_TO_REDEPLOY = 3;

    private final Shell shell;

    @Option(names = "--once", description = "Drain and exit when everything is done.")
    private boolean once;

    @Option(
            names = "--deliveries",
            paramLabel = "N",
            defaultValue = "60",
            description = "How many webhooks are delivered (default 60).")
    private int deliveries;

    @Option(
            names = "--replicas",
            paramLabel = "N",
            description = "How many workers; more than one run in processes of their own (default 1).")
    private Integer replicas;

    @Option(
            names = "--redeploy",
            description = "Replace each worker, kill one with -9 and freeze one, under the deliveries. Implies --once.")
    private boolean redeploy;

    @Option(
            names = "--locks",
            paramLabel = "STORE",
            defaultValue = "postgres",
            description = "Keep the locks in postgres (default), or in redis: an embedded one.")
    private DemoLocks locks;

    @Option(names = "--json", description = "Print the report as one JSON object on the last line.")
    private boolean json;

    DemoCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws Exception {
        int workers = replicas != null ? replicas : redeploy ? REPLICAS_TO_REDEPLOY : 1;
        DemoOptions options = new DemoOptions(deliveries, workers, redeploy, once || redeploy, locks);
        Path folder = Files.createDirectories(shell.folder().resolve(".holdfast"));
        try (OutputStream log = Files.newOutputStream(folder.resolve("demo.log"))) {
            Logging.start(new Logs(Logs.Format.TEXT, Logs.Level.INFO), log);
            Demo.Result result = run(options, folder);
            Logging.stop();
            shell.out().println(json ? result.json() : result.line());
            return result.exitCode();
        }
    }

    private Demo.Result run(DemoOptions options, Path folder) throws Exception {
        Screen screen = new Screen(shell.out(), Ansi.AUTO.enabled(), Ticker.system());
        try (Stage stage = Stage.set(new Stage.Place(folder, shell.place().program(), screen, options.locks()))) {
            return new Demo(options, screen).run(stage);
        }
    }
}
