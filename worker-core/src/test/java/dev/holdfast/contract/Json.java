package dev.holdfast.contract;

import com.fasterxml.jackson.databind.JsonNode;
import dev.holdfast.job.PayloadCodec;

/** Reads payloads, so that suites compare values and not spelling. */
final class Json {
    private Json() {}

    static JsonNode of(String text) {
        return PayloadCodec.decode(text, JsonNode.class);
    }
}
