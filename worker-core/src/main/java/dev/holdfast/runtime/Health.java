package dev.holdfast.runtime;

import java.util.List;

/**
 * Whether a worker takes on work.
 *
 * @param ready true while it leases jobs
 * @param problems why not, or what an operator should look at
 */
public record Health(boolean ready, List<String> problems) {
    public Health {
        problems = List.copyOf(problems);
    }
}
