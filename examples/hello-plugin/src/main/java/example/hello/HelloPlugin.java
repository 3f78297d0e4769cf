package example.hello;

import dev.holdfast.job.Outcome;
import dev.holdfast.lock.LockKey;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.plugin.Settings;
import dev.holdfast.plugin.WorkerPlugin;

/** The smallest plugin with a lock: greets a room, and nobody else greets that room meanwhile. */
public final class HelloPlugin implements WorkerPlugin {
    /** Payload of a {@code hello} job. */
    public record Hello(String room) {}

    @Override
    public String name() {
        return "hello";
    }

    @Override
    public void register(Handlers handlers, Settings settings) {
        handlers.handle("hello", Hello.class, (hello, attempt) -> {
            attempt.lock(new LockKey("room", hello.room())); // held until this job is settled
            return Outcome.complete("hello, " + hello.room());
        });
    }
}
