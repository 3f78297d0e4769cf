package dev.holdfast.memory;

import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Steal;
import java.util.List;
import java.util.Optional;

/** The read model of locks, and an operator's steal. */
final class MemoryLockInspector implements LockInspector {
    private final Database database;

    MemoryLockInspector(Database database) {
        this.database = database;
    }

    @Override
    public List<Shown> list(int limit) {
        return database.ask(
                "list locks",
                () -> database.locks().held().limit(limit).map(LockRow::shown).toList());
    }

    @Override
    public Optional<Stolen> steal(LockKey key, Steal request) {
        return database.ask(
                "steal " + key,
                () -> database.locks().find(key).filter(row -> !row.isFree()).map(row -> steal(row, request)));
    }

    private Stolen steal(LockRow row, Steal request) {
        LockHolder victim = row.holder();
        boolean now = request.mode() == Steal.Mode.NOW;
        if (now) {
            database.sessions().callAttention(row.owner.lease().session());
            database.locks().takeAway(row, database.now());
        } else {
            Stealing.revoke(database, row, request.reason());
        }
        return new Stolen(victim, now, row.fencingToken());
    }
}
