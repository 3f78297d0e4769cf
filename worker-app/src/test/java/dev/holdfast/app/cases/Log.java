package dev.holdfast.app.cases;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * What a child has written so far.
 *
 * @param out its standard output
 * @param err its standard error
 */
record Log(Path out, Path err) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int END = 30;

    /** The lines of its output that are events of this name. */
    List<JsonNode> events(String name) {
        return lines(out).stream()
                .flatMap(line -> parsed(line).stream())
                .filter(event -> event.path("event").asText().equals(name))
                .toList();
    }

    boolean has(String event) {
        return !events(event).isEmpty();
    }

    void await(String event) {
        Awaitility.await("the event " + event + " in " + out)
                .atMost(Scale.PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> has(event));
    }

    String lastLine() {
        List<String> lines = lines(out);
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }

    String errors() {
        return String.join("\n", lines(err));
    }

    /** For people who look for a reason. */
    String end() {
        List<String> all =
                Stream.concat(lines(out).stream(), lines(err).stream()).toList();
        return String.join("\n", all.subList(Math.max(0, all.size() - END), all.size()));
    }

    /** A process that was killed while it wrote leaves half a line. */
    private static Optional<JsonNode> parsed(String line) {
        try {
            return Optional.ofNullable(JSON.readTree(line));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static List<String> lines(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
