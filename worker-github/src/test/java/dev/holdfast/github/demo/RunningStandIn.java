package dev.holdfast.github.demo;

import dev.holdfast.github.api.Rest;
import dev.holdfast.github.pull.PullId;
import dev.holdfast.github.review.Model;
import dev.holdfast.plugin.DemoScenario.Verdict;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The real stand-in on a free port, for tests of whatever calls it. */
public final class RunningStandIn implements AutoCloseable {
    private final Path file;
    private final CallLog log;
    private final StandInServer server;

    public RunningStandIn(Path directory, String... options) throws IOException {
        this.file = directory.resolve("calls.log");
        this.log = new CallLog(file);
        this.server = new StandInServer(StandInOptions.parse(options), log);
    }

    public Rest.Endpoint github() {
        return new Rest.Endpoint(url(), "token", Duration.ofSeconds(10));
    }

    public Model.Endpoint model() {
        return new Model.Endpoint(url(), "key", "stand-in", Duration.ofSeconds(10));
    }

    public int port() {
        return server.port();
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + server.port());
    }

    /** The kinds of the calls so far, in the order of their starts. */
    public List<String> calls() {
        return judge().calls().stream().map(call -> call.kind().name()).toList();
    }

    /** Where the log is. */
    public Path file() {
        return file;
    }

    /** How the calls so far are judged. */
    public Verdict verdict() {
        return judge().verdict();
    }

    private Judge judge() {
        return Judge.read(file);
    }

    /** The present head. */
    public String head(PullId id) {
        return server.world().pull(id).head();
    }

    /** Somebody pushes. */
    public void push(PullId id) {
        server.world().pull(id).push(new DemoPull(id).sha(7));
    }

    /** Somebody closes. */
    public void close(PullId id) {
        server.world().pull(id).close();
    }

    /** Somebody comments. */
    public void comment(PullId id, String text) {
        server.world().pull(id).comment(text);
    }

    @Override
    public void close() throws IOException {
        server.close();
        log.close();
    }

    /** How many lines the log has. */
    public int lines() throws IOException {
        return Files.readAllLines(file).size();
    }
}
