package dev.holdfast.memory;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.memory.EffectTable.Name;
import dev.holdfast.memory.EffectTable.Recorded;
import dev.holdfast.queue.EffectLog;
import java.util.Optional;

/** The record of effects on systems that know no fences. */
final class MemoryEffects implements EffectLog {
    private final Database database;

    MemoryEffects(Database database) {
        this.database = database;
    }

    @Override
    public Begun begin(Owner owner, Intent intent) {
        return database.ask(
                "begin " + intent.name(),
                () -> whyLate(owner, intent)
                        .<Begun>map(Begun.Refused::new)
                        .orElseGet(() -> record(owner.token(), intent)));
    }

    private Optional<String> whyLate(Owner owner, Intent intent) {
        if (!database.isCurrent(owner)) {
            return Optional.of("the lease of " + owner.job() + " is not current");
        }
        if (intent.fence().isPresent() && isHeldElsewhere(owner, intent.key())) {
            return Optional.of(intent.key() + " is not held under this owner's token");
        }
        return greater(intent).map(fence -> intent.key() + " has seen " + fence);
    }

    /** A key without a row was never locked here: another store keeps the lock. */
    private boolean isHeldElsewhere(Owner owner, LockKey key) {
        return database.locks()
                .find(key)
                .filter(row -> !row.isHeldBy(owner.token()))
                .isPresent();
    }

    private Optional<FencingToken> greater(Intent intent) {
        return intent.fence().flatMap(fence -> database.effects().greaterThan(intent.key(), fence));
    }

    private Begun record(OwnerToken token, Intent intent) {
        EffectTable effects = database.effects();
        Name name = new Name(intent.key(), intent.name());
        Optional<Recorded> earlier = effects.find(name);
        intent.fence().ifPresent(fence -> effects.raise(intent.key(), fence));
        if (earlier.flatMap(Recorded::result).isPresent()) {
            return new Begun.Finished(earlier.get().result().get());
        }
        String first = earlier.map(Recorded::intent).orElse(intent.text());
        effects.put(name, new Recorded(first, token, Optional.empty()));
        return earlier.isPresent() ? new Begun.Unfinished(first) : new Begun.Fresh();
    }

    @Override
    public boolean finish(Owner owner, Intent intent, String result) {
        return database.ask(
                "finish " + intent.name(), () -> greater(intent).isEmpty() && write(owner.token(), intent, result));
    }

    /** A recorded result is changed by nobody but the claim that recorded it, which may be sending it again. */
    private boolean write(OwnerToken token, Intent intent, String result) {
        Name name = new Name(intent.key(), intent.name());
        Optional<Recorded> begun = database.effects()
                .find(name)
                .filter(effect -> effect.result().isEmpty() || effect.last().equals(token));
        begun.ifPresent(
                effect -> database.effects().put(name, new Recorded(effect.intent(), token, Optional.of(result))));
        return begun.isPresent();
    }

    @Override
    public Optional<String> result(LockKey key, String name) {
        return database.ask(
                "result of " + name,
                () -> database.effects().find(new Name(key, name)).flatMap(Recorded::result));
    }
}
