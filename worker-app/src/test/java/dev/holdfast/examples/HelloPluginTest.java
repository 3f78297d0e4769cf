package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.plugin.Plugins;
import dev.holdfast.plugin.Settings;
import dev.holdfast.runtime.Environment;
import dev.holdfast.runtime.Stores;
import dev.holdfast.runtime.Worker;
import dev.holdfast.runtime.WorkerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example in {@code examples/hello-plugin} does what its page says, and the README shows that very code. */
class HelloPluginTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "hello-plugin");

    @TempDir
    Path folder;

    private final MemoryStore store = new MemoryStore();
    private final List<WorkerEvent> events = new CopyOnWriteArrayList<>();
    private final CountDownLatch settled = new CountDownLatch(1);

    @Test
    void compiledIntoAJarAndLoadedFromADirectoryItRunsItsJobUnderItsLock() throws Exception {
        new ExampleJar(EXAMPLE).into(folder);
        JobId id = store.queue()
                .enqueue(NewJob.ofJson("hello", "{\"room\":\"kitchen\"}"))
                .id();

        try (Plugins plugins = Plugins.load(Optional.of(folder));
                Worker worker = worker(plugins.handlers(plugin -> new Settings(Map.of())))) {
            worker.start();
            settled.await();
        }

        Job job = store.jobs().show(id).orElseThrow();
        assertThat(job.state()).isEqualTo(JobState.COMPLETED);
        assertThat(job.details().note()).isEqualTo("hello, kitchen");
        assertThat(store.lockInspector().list(10)).isEmpty();
        assertThat(events)
                .filteredOn(WorkerEvent.LockGranted.class::isInstance)
                .singleElement()
                .extracting(event -> ((WorkerEvent.LockGranted) event).key().toString())
                .isEqualTo("room/kitchen");
    }

    @Test
    void theReadmeShowsThisVeryPlugin() throws Exception {
        String source = Files.readString(EXAMPLE.resolve("src/main/java/example/hello/HelloPlugin.java"));
        String readme = Files.readString(Path.of("..", "README.md"));

        assertThat(source).contains(firstJava(readme));
    }

    private static String firstJava(String page) {
        String fence = "```java\n";
        int start = page.indexOf(fence) + fence.length();
        return page.substring(start, page.indexOf("```", start));
    }

    private Worker worker(Handlers handlers) {
        return Worker.create(
                WorkerConfig.defaults("example"),
                new Stores(store.sessions(), store.locks(), store.effects()),
                handlers,
                Environment.embedded(this::hear));
    }

    private void hear(WorkerEvent event) {
        events.add(event);
        if (event instanceof WorkerEvent.JobSettled) {
            settled.countDown();
        }
    }
}
