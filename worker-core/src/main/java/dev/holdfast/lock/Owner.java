package dev.holdfast.lock;

import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lease.SessionId;
import java.util.Objects;

/**
 * Who claims a lock: one attempt of one job, or a session itself.
 *
 * @param lease the lease the attempt runs under
 * @param job the job, or {@link JobId#NONE} when the session claims for itself
 * @param token drawn anew for every claim
 */
public record Owner(LeaseToken lease, JobId job, OwnerToken token) {
    public Owner {
        Objects.requireNonNull(lease, "lease");
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(token, "token");
    }

    /** An attempt as owner, with a new random token. */
    public static Owner of(LeaseToken lease, JobId job) {
        return new Owner(lease, job, OwnerToken.random());
    }

    /** A session as owner of something it does for itself: the boot probe, maintenance. */
    public static Owner of(SessionId session) {
        return of(new LeaseToken(session, 0), JobId.NONE);
    }
}
