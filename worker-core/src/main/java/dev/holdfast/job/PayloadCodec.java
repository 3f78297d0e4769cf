package dev.holdfast.job;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Turns payload records into JSON and back, and holds the rules every payload keeps: one JSON value of at most
 * 256 KiB, nested at most 100 deep, without duplicate keys, NUL or lone surrogates (PostgreSQL's {@code jsonb}
 * can store none of the last two). Thread-safe; does no I/O.
 */
public final class PayloadCodec {
    /** Largest payload, in bytes of UTF-8. */
    public static final int MAX_BYTES = 256 * 1024;
    /** Deepest nesting of objects and arrays. */
    public static final int MAX_DEPTH = 100;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .build();

    private PayloadCodec() {}

    /**
     * Writes a payload as JSON.
     *
     * @throws InvalidPayloadException if it cannot be written or breaks a rule
     */
    public static String encode(Object payload) {
        try {
            return check(MAPPER.writeValueAsString(payload));
        } catch (JsonProcessingException e) {
            throw new InvalidPayloadException("payload cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /**
     * Reads JSON into a handler's payload type. Unknown properties are ignored, so that a producer may be newer.
     *
     * @throws InvalidPayloadException if the text is not JSON of that shape
     */
    public static <T> T decode(String json, Class<T> type) {
        try {
            return MAPPER.readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new InvalidPayloadException(
                    "payload does not fit " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
        }
    }

    /**
     * Returns the text if it keeps every rule.
     *
     * @throws InvalidPayloadException naming the rule it breaks
     */
    public static String check(String json) {
        int bytes = json.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new InvalidPayloadException("payload has " + bytes + " bytes, at most " + MAX_BYTES + " are allowed");
        }
        try (JsonParser parser = MAPPER.createParser(json)) {
            checkTokens(parser);
        } catch (IOException e) {
            throw new InvalidPayloadException("payload is not acceptable JSON: " + firstLine(e), e);
        }
        return json;
    }

    private static void checkTokens(JsonParser parser) throws IOException {
        int depth = 0;
        int values = 0;
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (depth == 0 && ++values > 1) {
                throw new InvalidPayloadException("payload must be one JSON value, found more after the first");
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            checkText(parser, token, encoder);
        }
        if (values == 0) {
            throw new InvalidPayloadException("payload is empty; it must be one JSON value");
        }
    }

    private static void checkText(JsonParser parser, JsonToken token, CharsetEncoder encoder) throws IOException {
        if (token != JsonToken.VALUE_STRING && token != JsonToken.FIELD_NAME) {
            return;
        }
        String text = parser.getText();
        if (text.indexOf('\0') >= 0) {
            throw new InvalidPayloadException("payload contains the character U+0000, which cannot be stored");
        }
        if (!encoder.canEncode(text)) {
            throw new InvalidPayloadException("payload contains a lone surrogate, which is not valid Unicode");
        }
    }

    private static String firstLine(IOException e) {
        String message = e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
        return String.valueOf(message).lines().findFirst().orElse("unreadable");
    }
}
