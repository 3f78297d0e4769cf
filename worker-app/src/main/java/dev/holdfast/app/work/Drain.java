package dev.holdfast.app.work;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.holdfast.app.config.Durations;
import dev.holdfast.app.config.Logs.Format;
import dev.holdfast.event.EventListener;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.event.WorkerEvent.ShutdownDone;

/** Remembers how the worker ended, for the last line of the process. Thread-safe. */
final class Drain implements EventListener {
    private volatile Format format = Format.TEXT;
    private volatile boolean opened;
    private volatile ShutdownDone done;
    private volatile String halted = "";

    void in(Format wanted) {
        format = wanted;
        // Said once in vain: what it takes is loaded now, and not when the process has a tenth of a second left.
        lastLine();
    }

    @Override
    public void on(WorkerEvent event) {
        if (event instanceof WorkerEvent.SessionOpened) {
            opened = true;
        } else if (event instanceof ShutdownDone ended) {
            done = ended;
        }
    }

    /** The process is about to be ended by the worker itself. */
    void halting(String why) {
        halted = why;
    }

    /** True if there ever was a session. */
    boolean hadSession() {
        return opened;
    }

    /** True if the worker has reported its end. */
    boolean isDone() {
        return done != null;
    }

    String lastLine() {
        return format == Format.JSON ? json() : text();
    }

    private String text() {
        String why = halted.isEmpty() ? "" : "; halted: " + halted;
        if (done == null) {
            return "stopped before a drain" + why;
        }
        String session = opened ? "" : " before a session was open";
        return "drained" + session + " in " + Durations.shown(done.took()) + ": " + done.finished() + " finished, "
                + done.returned() + " returned, " + done.forced().size() + " forced" + why;
    }

    private String json() {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("event", "Drained").put("message", text());
        if (done != null) {
            line.put("tookMs", done.took().toMillis()).put("finished", done.finished());
            line.put("returned", done.returned());
            ArrayNode forced = line.putArray("forced");
            done.forced().forEach(job -> forced.add(job.value()));
        }
        return line.toString();
    }
}
