package dev.holdfast.app.cases.handlers;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/** Calls the sink with a client of its own and does not hear that it should stop. */
final class Deaf implements Body {
    private static final int CALL_MILLIS = 1000;

    private final URI sink;

    Deaf(URI sink) {
        this.sink = sink;
    }

    @Override
    public void run(Run run) {
        String query = "?pid=" + ProcessHandle.current().pid() + "&job="
                + run.attempt().job().value();
        Pause.deafly(run.lasts(), () -> call(sink.resolve(query)));
    }

    private static void call(URI url) {
        try {
            HttpURLConnection call = (HttpURLConnection) url.toURL().openConnection();
            call.setConnectTimeout(CALL_MILLIS);
            call.setReadTimeout(CALL_MILLIS);
            call.getResponseCode();
            call.disconnect();
        } catch (IOException e) {
            // Deaf to this as well: it calls again.
            Thread.onSpinWait();
        }
    }
}
