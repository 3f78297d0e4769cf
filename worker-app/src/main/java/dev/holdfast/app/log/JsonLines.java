package dev.holdfast.app.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.event.KeyValuePair;

/** One JSON object a line: {@code at}, {@code level}, {@code message}, then the fields of the event. */
final class JsonLines extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};
    private static final JsonMapper JSON = new JsonMapper();

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            write(event, json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        line.writeBytes("\n".getBytes(StandardCharsets.UTF_8));
        return line.toByteArray();
    }

    private static void write(ILoggingEvent event, JsonGenerator json) throws IOException {
        json.writeStringField("at", event.getInstant().toString());
        json.writeStringField("level", event.getLevel().toString());
        json.writeStringField("logger", event.getLoggerName());
        json.writeStringField("message", event.getFormattedMessage());
        if (event.getKeyValuePairs() != null) {
            for (KeyValuePair field : event.getKeyValuePairs()) {
                json.writePOJOField(field.key, field.value);
            }
        }
        if (event.getThrowableProxy() != null) {
            json.writeStringField("stack", ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}
