package dev.holdfast.contract;

import dev.holdfast.lock.Steal;

/** The two ways to steal. */
final class Steals {
    static final Steal NOW = new Steal("it hangs", Steal.Mode.NOW);
    static final Steal REVOKE = new Steal("forced re-run", Steal.Mode.REVOKE);

    private Steals() {}
}
