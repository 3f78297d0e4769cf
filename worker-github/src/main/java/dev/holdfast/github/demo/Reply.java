package dev.holdfast.github.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * What the stand-in answers.
 *
 * @param status HTTP status
 * @param body JSON, or a diff
 */
record Reply(int status, String body) {
    static Reply ok(Object body) {
        return new Reply(200, body.toString());
    }

    static Reply refused(int status, String message) {
        return new Reply(
                status,
                JsonNodeFactory.instance.objectNode().put("message", message).toString());
    }

    boolean isAccepted() {
        return status < 300;
    }
}
