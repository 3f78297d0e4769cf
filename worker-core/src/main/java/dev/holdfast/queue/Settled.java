package dev.holdfast.queue;

import dev.holdfast.lease.JobId;
import java.util.Map;
import java.util.Set;

/**
 * Answer to a batch of settlements.
 *
 * @param live false if the session has ended
 * @param accepted jobs whose settlement was written
 * @param refused jobs whose row could not be written for a reason of its own, with that reason; any other job of the
 *     batch was no longer held under its token
 */
public record Settled(boolean live, Set<JobId> accepted, Map<JobId, String> refused) {
    public Settled {
        accepted = Set.copyOf(accepted);
        refused = Map.copyOf(refused);
    }
}
