package dev.holdfast.memory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a durable store does to the texts it is given. */
final class Texts {
    /** Longest note kept, in characters. */
    static final int LONGEST_NOTE = 8_000;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Texts() {}

    /** Folds a newer payload into an older one: properties of objects one by one, anything else as a whole. */
    static String merge(String older, String newer) {
        try {
            JsonNode base = MAPPER.readTree(older);
            JsonNode over = MAPPER.readTree(newer);
            return base.isObject() && over.isObject()
                    ? MAPPER.writeValueAsString(((ObjectNode) base).setAll((ObjectNode) over))
                    : newer;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stored payload is not JSON", e);
        }
    }

    /** A note that can be stored whatever it came from: cut, without NUL and without halves of characters. */
    static String note(String given) {
        String text = given == null ? "" : given;
        String cut = text.length() <= LONGEST_NOTE ? text : text.substring(0, LONGEST_NOTE) + "…";
        return cut.codePoints()
                .map(c -> isStorable(c) ? c : '\uFFFD')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isStorable(int codePoint) {
        return codePoint != 0 && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
    }
}
