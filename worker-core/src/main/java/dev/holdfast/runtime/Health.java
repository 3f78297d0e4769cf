package dev.holdfast.runtime;

import java.util.List;

/**
 * Whether a worker takes on work as it should.
 *
 * @param ready true while it leases jobs and nothing is wrong with it
 * @param problems why not
 * @param notes what an operator should look at all the same
 */
public record Health(boolean ready, List<String> problems, List<String> notes) {
    public Health {
        problems = List.copyOf(problems);
        notes = List.copyOf(notes);
    }
}
