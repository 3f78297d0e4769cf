package dev.holdfast.github.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A place in somebody else's JSON. A required field is there and of its type, or {@link IllegalArgumentException} names
 * it; values are never quoted, since they may be anything. Immutable; no I/O.
 *
 * @param path where it is, for error messages; empty at the top
 * @param node what is there
 */
public record Json(String path, JsonNode node) {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Reads a text that must be one JSON object. */
    public static Json parse(String text) {
        try {
            return new Json("", MAPPER.readTree(text)).check("an object", JsonNode::isObject);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + firstLine(e.getOriginalMessage()), e);
        }
    }

    /** Reads a text that must be a JSON array. */
    public static List<Json> parseList(String text) {
        return parse("{\"list\":" + text + "}").list("list");
    }

    /** The object in a field, which must be there. */
    public Json at(String field) {
        return child(field).check("an object", JsonNode::isObject);
    }

    /** The object in a field; empty if the field is missing or null. */
    public Optional<Json> find(String field) {
        return node.hasNonNull(field) ? Optional.of(at(field)) : Optional.empty();
    }

    /** The text in a field, which must be there. */
    public String text(String field) {
        return child(field).check("a text", JsonNode::isTextual).node.textValue();
    }

    /** The text in a field; empty if it is missing or null. */
    public String textOrEmpty(String field) {
        return node.hasNonNull(field) ? text(field) : "";
    }

    /** The whole number in a field, which must be there. */
    public long number(String field) {
        return child(field)
                .check("a whole number", JsonNode::canConvertToExactIntegral)
                .node
                .longValue();
    }

    /** True if the field says so; false if it is missing or null. */
    public boolean flag(String field) {
        return node.hasNonNull(field)
                && child(field).check("a boolean", JsonNode::isBoolean).node.booleanValue();
    }

    /** The objects of an array in a field, which must be there. */
    public List<Json> list(String field) {
        Json array = child(field).check("an array", JsonNode::isArray);
        List<Json> found = new ArrayList<>();
        for (JsonNode entry : array.node) {
            found.add(new Json(array.path + "[" + found.size() + "]", entry).check("an object", JsonNode::isObject));
        }
        return found;
    }

    private Json child(String field) {
        return new Json(path.isEmpty() ? field : path + "." + field, node.path(field));
    }

    private Json check(String what, Predicate<JsonNode> isSo) {
        if (!isSo.test(node)) {
            throw new IllegalArgumentException((path.isEmpty() ? "the body" : path) + " is not " + what);
        }
        return this;
    }

    private static String firstLine(String message) {
        return String.valueOf(message).lines().findFirst().orElse("unreadable");
    }
}
