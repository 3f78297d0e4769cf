package dev.holdfast.github.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.holdfast.github.demo.GitHubDemo;
import dev.holdfast.github.json.Json;
import dev.holdfast.job.NewJob;
import dev.holdfast.plugin.Webhook.Delivery;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** A real delivery, changed here and there. */
record Payload(ObjectNode body) {
    static Payload real(String name) throws IOException {
        try (InputStream resource = GitHubDemo.class.getResourceAsStream(name + ".json")) {
            String text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
            return new Payload((ObjectNode) Json.parse(text).node());
        }
    }

    /** Changes the object at a JSON pointer. */
    Payload at(String pointer, Consumer<ObjectNode> change) {
        JsonNode node = pointer.isEmpty() ? body : body.at(pointer);
        change.accept((ObjectNode) node);
        return this;
    }

    List<NewJob> jobs(String event) {
        return new GitHubWebhook("secret").jobs(new Delivery("id-1", event, body.toString()));
    }
}
