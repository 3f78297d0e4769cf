package dev.holdfast.app.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.holdfast.job.PayloadCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A payload as it is written on the command line: JSON, the name of a file, or {@code -}. */
final class Payload {
    private final Shell shell;

    Payload(Shell shell) {
        this.shell = shell;
    }

    /** @param force sets the field of that name */
    String read(String written, boolean force) throws IOException {
        String text = text(written);
        return force ? forced(PayloadCodec.check(text)) : text;
    }

    private String text(String written) throws IOException {
        if (written.equals("-")) {
            return bounded(shell.in());
        }
        return written.startsWith("@") ? file(shell.folder().resolve(written.substring(1))) : written;
    }

    private static String file(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return bounded(in);
        } catch (java.nio.file.NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + path, e);
        }
    }

    /** One byte more than may be, so that too much is refused as such and not held. */
    private static String bounded(InputStream in) throws IOException {
        return new String(in.readNBytes(PayloadCodec.MAX_BYTES + 1), StandardCharsets.UTF_8);
    }

    private static String forced(String text) throws JsonProcessingException {
        JsonNode payload = new JsonMapper().readTree(text);
        if (!(payload instanceof ObjectNode object)) {
            throw new IllegalArgumentException("--force needs a payload that is a JSON object");
        }
        return object.put("force", true).toString();
    }
}
