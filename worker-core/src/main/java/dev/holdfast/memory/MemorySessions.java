package dev.holdfast.memory;

import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockKey;
import dev.holdfast.queue.Reaped;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionBeat;
import dev.holdfast.queue.SessionInfo;
import dev.holdfast.queue.Sessions;
import dev.holdfast.queue.Wake;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The workers that share the queue. */
final class MemorySessions implements Sessions {
    private final Database database;
    private final String deployment = UUID.randomUUID().toString();

    MemorySessions(Database database) {
        this.database = database;
    }

    @Override
    public Session open(SessionInfo info) {
        return database.ask(
                "open", () -> new MemorySession(database, database.sessions().insert(info)));
    }

    @Override
    public List<SessionBeat> beats() {
        return database.ask("beats", () -> database.sessions().beats());
    }

    @Override
    public Optional<Reaped> reap(SessionBeat seen) {
        return database.ask(
                "reap",
                () -> database.sessions()
                        .find(seen.session())
                        .filter(row -> row.beat == seen.beat())
                        .map(new SessionEnd(database)::of));
    }

    @Override
    public void wakeWaiters(Collection<LockKey> freed) {
        database.run("wake waiters", () -> database.lines().look(freed));
    }

    @Override
    public Set<SessionId> ended(Set<SessionId> asked) {
        return database.ask(
                "ended",
                () -> asked.stream().filter(database.sessions()::hasEnded).collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public String deployment() {
        return deployment;
    }

    @Override
    public AutoCloseable onWake(Consumer<Wake> listener) {
        return database.hints().subscribe(listener);
    }
}
