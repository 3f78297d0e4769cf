package dev.holdfast.github.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.holdfast.lease.Ticker;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the stand-in saw: two lines of JSON for each call, one before it is looked at and one after it is answered, each
 * with the monotonic clock, which orders them, and the wall clock, for people. A line is in the file before the call goes
 * on. Thread-safe.
 */
final class CallLog implements AutoCloseable {
    private final AtomicLong numbers = new AtomicLong();
    private final Ticker ticker = Ticker.system();
    private final InstantSource wall = InstantSource.system();

    @GuardedBy("this")
    private final OutputStream file;

    private final Path path;

    CallLog(Path path) throws IOException {
        this.path = path.toAbsolutePath();
        this.file = Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** A file or folder in the log's own folder. */
    Path beside(String name) {
        return path.resolveSibling(name);
    }

    /** What both lines of a call say. */
    private static ObjectNode line(long number, Call call, String sha, String who) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("call", number).put("kind", call.kind().name());
        line.put("repo", call.id().owner() + "/" + call.id().repo());
        line.put("number", call.id().number()).put("sha", sha);
        return line.put("detail", call.detail()).put("who", who);
    }

    /** Writes the first line, and answers what the second needs. */
    ObjectNode start(Call call, String sha, String who) throws IOException {
        ObjectNode line = line(numbers.incrementAndGet(), call, sha, who);
        write(line.deepCopy().put("at", "start"));
        return line;
    }

    void end(ObjectNode line, Reply reply) throws IOException {
        write(line.deepCopy().put("at", "end").put("status", reply.status()).put("accepted", reply.isAccepted()));
    }

    /** The time is read while the lines are in order, so that the file is sorted by it. */
    private synchronized void write(ObjectNode line) throws IOException {
        line.put("ns", ticker.now().toNanos()).put("wall", wall.instant().toString());
        file.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        file.flush();
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
