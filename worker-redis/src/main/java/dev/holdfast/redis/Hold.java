package dev.holdfast.redis;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.Owner;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value of a held lock: {@code token|fence|since|deployment|session 3|lease 7|job 12}, with the time of the grant in
 * microseconds since 1970. What does not read so is somebody else's, and is left alone.
 *
 * @param token under which it is held
 * @param fence of the grant
 * @param since when it was granted, by the server's clock
 * @param whose on behalf of whom
 */
record Hold(OwnerToken token, FencingToken fence, Instant since, Whose whose) {
    private static final Pattern FORM =
            Pattern.compile("([0-9a-f-]{36})\\|([0-9]{1,18})\\|([0-9]{1,18})\\|([A-Za-z0-9._:-]+)"
                    + "\\|session ([0-9]{1,18})\\|lease ([0-9]{1,9})\\|job ([0-9]{1,18})");
    /** Of a holder that is not ours: fences are positive, and its own is unknown. */
    private static final FencingToken NO_FENCE = new FencingToken(1);

    /** On behalf of whom a lock is held. */
    record Whose(String deployment, SessionId session, JobId job) {
        @Override
        public String toString() {
            return job.equals(JobId.NONE) ? session.toString() : job + " of " + session;
        }
    }

    /** The part of the value that the claimer knows. */
    static String whose(String deployment, Owner owner) {
        return deployment + "|session " + owner.lease().session().value() + "|lease "
                + owner.lease().number() + "|job " + owner.job().value();
    }

    static Optional<Hold> read(String value) {
        Matcher matcher = FORM.matcher(value);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(matcher));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    private static Hold of(Matcher matcher) {
        SessionId session = new SessionId(Long.parseLong(matcher.group(5)));
        return new Hold(
                new OwnerToken(UUID.fromString(matcher.group(1))),
                new FencingToken(Long.parseLong(matcher.group(2))),
                Instant.EPOCH.plus(Long.parseLong(matcher.group(3)), ChronoUnit.MICROS),
                new Whose(matcher.group(4), session, new JobId(Long.parseLong(matcher.group(7)))));
    }

    /** Who holds a lock that has this value, whoever wrote it. */
    static LockHolder holder(String value) {
        return read(value)
                .map(hold -> new LockHolder(hold.whose.toString(), hold.fence))
                .orElseGet(() -> new LockHolder("a holder that is not ours", NO_FENCE));
    }
}
