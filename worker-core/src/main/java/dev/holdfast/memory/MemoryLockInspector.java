package dev.holdfast.memory;

import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Steal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The read model of locks, and an operator's steal. */
final class MemoryLockInspector implements LockInspector {
    private final Database database;
    /** Steals under way; touched inside transactions only. */
    private final Map<LockKey, Stealing> underWay = new HashMap<>();

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
        boolean freed = stealing(row, request).tryTake(row, request);
        if (freed) {
            database.locks().free(row);
            underWay.remove(row.key);
        }
        return new Stolen(victim, freed, row.fencingToken());
    }

    /** An operator who steals at once means the holder of this moment, whoever was told before. */
    private Stealing stealing(LockRow row, Steal request) {
        return request.mode() == Steal.Mode.NOW
                ? new Stealing(database)
                : underWay.computeIfAbsent(row.key, key -> new Stealing(database));
    }
}
