package dev.holdfast.app.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.holdfast.app.demo.OwnReplica.Seen;
import dev.holdfast.app.process.Threads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A worker in a process of its own: {@code holdfast work}, whose JSON log this process reads and keeps in a file. */
final class ChildReplica implements Replica {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration START = Duration.ofSeconds(60);

    private final String name;
    private final Process process;
    private final Path log;
    private final Consumer<Seen> seen;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final Thread reader;
    private volatile boolean up = true;
    private volatile Ice ice;

    private ChildReplica(String name, Process process, Path log, Consumer<Seen> seen) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.seen = seen;
        this.reader = Threads.daemon(name + "-log", this::read);
    }

    /** Starts the process; it is of use once {@link #awaitPort} has returned. */
    static ChildReplica start(String name, Map<String, String> settings, Stage stage, Consumer<Seen> seen)
            throws IOException {
        Path errors = stage.folder().resolve(name + ".err");
        List<String> arguments = List.of("work", "--until-stdin-closes");
        Process process = JavaProcess.start(settings, errors, stage.program().getName(), arguments);
        ChildReplica replica = new ChildReplica(name, process, stage.folder().resolve(name + ".log"), seen);
        replica.reader.start();
        return replica;
    }

    private void read() {
        try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                PrintStream copy = new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                copy.println(line);
                tell(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the log of " + name, e);
        } finally {
            port.completeExceptionally(new IOException(name + " did not start; see " + log));
        }
    }

    /** A line that is no event is for the file alone. */
    private void tell(String line) {
        try {
            if (JSON.readTree(line) instanceof ObjectNode object && object.has("event")) {
                String event = object.get("event").asText();
                if (event.equals("Listening")) {
                    port.complete(object.get("port").asInt());
                }
                seen.accept(new Seen(name, event, object));
            }
        } catch (JsonProcessingException e) {
            // The last line of a process that was killed while it wrote.
            return;
        }
    }

    void awaitPort() throws IOException, InterruptedException {
        try {
            port.get(START.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(name + " did not start; see " + log, e);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int port() {
        return port.getNow(0);
    }

    @Override
    public boolean isUp() {
        return up && port.isDone() && !port.isCompletedExceptionally();
    }

    /** Through its handle: {@link Process#destroy} would close the log it still has to write. */
    @Override
    public void requestStop() {
        up = false;
        process.toHandle().destroy();
    }

    @Override
    public boolean awaitEnd(Duration patience) throws InterruptedException {
        boolean ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (!ended) {
            destroy();
        }
        reader.join(patience.toMillis());
        return ended && process.exitValue() == 0;
    }

    /** {@code kill -9}, also of a frozen one. */
    void kill() throws IOException, InterruptedException {
        up = false;
        destroy();
        if (ice != null) {
            ice.close();
        }
    }

    private void destroy() throws InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    /** {@code kill -STOP}: it does nothing more, and notices nothing, until {@link #thaw}. */
    void freeze() throws IOException, InterruptedException {
        up = false;
        ice = Ice.on(process.pid());
    }

    /** {@code kill -CONT}. */
    void thaw() throws IOException, InterruptedException {
        ice.close();
        up = true;
    }
}
