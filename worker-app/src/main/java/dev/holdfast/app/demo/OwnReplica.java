package dev.holdfast.app.demo;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.holdfast.app.config.PropertiesFile;
import dev.holdfast.app.config.Sources;
import dev.holdfast.app.log.EventLog;
import dev.holdfast.app.log.Wording;
import dev.holdfast.app.work.Assembly;
import dev.holdfast.app.work.RunningWorker;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.runtime.Halter;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** The worker in this process. */
final class OwnReplica implements Replica {
    private static final JsonMapper JSON = new JsonMapper();

    private final String name;
    private final RunningWorker worker;
    private final EventLog log = new EventLog();
    private volatile boolean up;

    private OwnReplica(String name, Map<String, String> settings, Consumer<Seen> seen, Halter halter) {
        this.name = name;
        Assembly assembly = Assembly.of(new Sources(settings, PropertiesFile.NONE));
        this.worker = new RunningWorker(assembly, event -> tell(event, seen), halter);
    }

    /** What was seen of a worker, not yet timed. */
    record Seen(String worker, String event, ObjectNode line) {}

    static OwnReplica start(String name, Map<String, String> settings, Consumer<Seen> seen, Halter halter)
            throws InterruptedException {
        OwnReplica replica = new OwnReplica(name, settings, seen, halter);
        replica.worker.begin();
        replica.up = true;
        return replica;
    }

    private void tell(WorkerEvent event, Consumer<Seen> seen) {
        log.on(event);
        ObjectNode line = JSON.valueToTree(EventLog.fields(event));
        Wording wording = Wording.of(event);
        line.put("level", wording.level().toString()).put("message", wording.text());
        seen.accept(new Seen(name, event.getClass().getSimpleName(), line));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int port() {
        return worker.port();
    }

    @Override
    public boolean isUp() {
        return up;
    }

    @Override
    public void requestStop() {
        up = false;
        worker.requestStop();
    }

    /** The shutdown has its own bound. */
    @Override
    public boolean awaitEnd(Duration patience) throws InterruptedException {
        boolean clean = worker.awaitStop().isClean();
        worker.close();
        return clean;
    }
}
