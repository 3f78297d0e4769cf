package dev.holdfast.lock;

/**
 * The capability to hold one lock: only this object can renew or release what it claimed.
 *
 * <p>It exists, with its owner token, before the first byte is sent, so that whatever a lost reply left behind
 * can always be released by token. Implementations are thread-safe; {@link #tryAcquire}, {@link #steal} and
 * {@link #release} block on the store, are bounded by its timeouts and answer failures as values.
 */
public interface LockClaim {
    LockKey key();

    Owner owner();

    /**
     * Asks once for the lock. Asking again under the same token is a replay: a grant this claim already has is
     * answered with the same fence.
     */
    Acquisition tryAcquire();

    /**
     * Gives back what this claim holds, by token; never touches anybody else's hold. Idempotent. After an
     * {@link Release#UNKNOWN} answer the caller may release again.
     */
    Release release();

    /**
     * Takes the lock from its present holder. Under {@link Steal.Mode#REVOKE} the first call tells the victim and
     * answers {@link Acquisition.Busy}; the caller asks again until the victim has let go or its trust has ended.
     * Each call names the holder's token it saw, so a holder that came later is never robbed by an old request.
     */
    Acquisition steal(Steal request);
}
