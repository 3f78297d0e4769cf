package dev.holdfast.lease;

/**
 * The exclusive right to the attempts of one leased batch. Every later write on such a job names it; a write
 * that matches no row means the lease is lost.
 *
 * @param session the session that leased
 * @param number chosen by the worker before the lease statement is sent; rises within the session
 */
public record LeaseToken(SessionId session, int number) {
    public LeaseToken {
        if (number < 0) {
            throw new IllegalArgumentException("a lease number is not negative, got " + number);
        }
    }

    @Override
    public String toString() {
        return "lease " + session.value() + "/" + number;
    }
}
