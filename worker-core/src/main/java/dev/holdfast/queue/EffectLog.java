package dev.holdfast.queue;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import java.util.Optional;

/** SPI: the durable record of effects on systems that know no fences. Thread-safe; blocks on the store. */
public interface EffectLog {
    /**
     * Records, before a call, that it is about to be made. Refused unless the owner's lease is current, the lock (if
     * this store keeps it) is held under the owner's token, and no greater fence was recorded under the key.
     */
    Begun begin(Owner owner, Intent intent);

    /**
     * Records a call's result.
     *
     * @return false if a greater fence was recorded meanwhile; the result is then not written
     */
    boolean finish(Owner owner, Intent intent, String result);

    /** The recorded result of an effect, if it was finished. */
    Optional<String> result(LockKey key, String name);

    /**
     * What is about to be done.
     *
     * @param key lock that guards it
     * @param name names it among the effects of that key
     * @param fence fence of the present grant; empty when the lock was taken unguarded
     * @param text the intent, for people
     */
    record Intent(LockKey key, String name, Optional<FencingToken> fence, String text) {}

    /** What a begin found. */
    sealed interface Begun {
        /** No record of it: make the call. */
        record Fresh() implements Begun {}

        /** An earlier attempt recorded the intent and no result: look first. */
        record Unfinished(String intent) implements Begun {}

        /** Done already. */
        record Finished(String result) implements Begun {}

        /** The owner is late. */
        record Refused(String why) implements Begun {}
    }
}
