package dev.holdfast.app.demo;

import dev.holdfast.plugin.DemoScenario;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The stand-in for the outside world, a process of its own with a log of its own. Closing it ends the process. */
final class StandIn implements AutoCloseable {
    private static final String GREETING = "listening on ";

    private final Process process;
    private final Path log;
    private final int port;

    private StandIn(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    static StandIn start(DemoScenario scenario, Path folder) throws IOException {
        Path log = folder.resolve("stand-in.log");
        Files.deleteIfExists(log);
        List<String> arguments = new ArrayList<>(List.of(log.toString()));
        arguments.addAll(scenario.standInOptions());
        Path errors = folder.resolve("stand-in.err");
        Process process = JavaProcess.start(Map.of(), errors, scenario.standInMain(), arguments);
        return new StandIn(process, log, port(process, errors));
    }

    /** The stream stays open: it belongs to the process. */
    private static int port(Process process, Path errors) throws IOException {
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = reader.readLine();
        if (line == null || !line.startsWith(GREETING)) {
            process.destroyForcibly();
            throw new IOException("the stand-in did not start; see " + errors);
        }
        return Integer.parseInt(line.substring(GREETING.length()).strip());
    }

    int port() {
        return port;
    }

    Path log() {
        return log;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
