package dev.holdfast.app.cases.handlers;

import dev.holdfast.job.RetryPolicy;
import dev.holdfast.plugin.HandlerSpec;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.plugin.Setting;
import dev.holdfast.plugin.Settings;
import dev.holdfast.plugin.WorkerPlugin;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The plugin of the cases. */
public final class CasesPlugin implements WorkerPlugin {
    private static final RetryPolicy SOON = new RetryPolicy(Duration.ofMillis(100), Duration.ofMillis(100), 0);

    @Override
    public String name() {
        return "cases";
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                new Setting(Kinds.RECORDS_URL, "where handlers write down what they do", "", true),
                new Setting(Kinds.SINK_URL, "what deaf handlers call", "http://127.0.0.1:9/", false));
    }

    @Override
    public void register(Handlers handlers, Settings settings) {
        Journal journal = new Journal(settings.require(Kinds.RECORDS_URL));
        Map<String, Body> bodies = Map.of(
                Kinds.WORK, new Working(),
                Kinds.FAIL, new Failing(),
                Kinds.DEAF, new Deaf(URI.create(settings.require(Kinds.SINK_URL))),
                Kinds.HALT, new Halting(),
                Kinds.EXIT, new Exiting(),
                Kinds.EFFECT, new Applying(journal));
        bodies.forEach((kind, body) -> handlers.handle(
                kind, HandlerSpec.of(Todo.class, new Recorded(journal, body)).withRetry(SOON)));
    }
}
