package dev.holdfast.app.http;

import java.util.Map;

/** An answer of the endpoint: a status and a JSON object. */
record Answer(int status, Map<String, ?> body) {
    static Answer refused(int status, String error) {
        return new Answer(status, Map.of("error", error));
    }

    boolean isRefusal() {
        return body.containsKey("error");
    }
}
