package dev.holdfast.github.demo;

import dev.holdfast.github.pull.PullId;
import java.util.Optional;

/**
 * An invented pull request. Everything about it follows from its name, so that the deliveries and the stand-in tell the
 * same story without talking to each other. The number says which {@link Plot} it follows.
 *
 * @param id which
 */
record DemoPull(PullId id) {
    Plot plot() {
        return Plot.ALL.get(id.number() % Plot.ALL.size());
    }

    /** The head after the given number of pushes; 0 is the one it was opened with. */
    String sha(int push) {
        return new DemoCommits(this).head(push);
    }

    /** The head when the stand-in is first asked, which is after all pushes. */
    String head() {
        return sha(plot() == Plot.PUSHED ? 1 : 0);
    }

    /** The label it has had from the start, as far as the stand-in knows. */
    Optional<String> label() {
        return switch (plot()) {
            case REJECTED -> Optional.of("wontfix");
            case LABELLED -> Optional.of("bug");
            default -> Optional.empty();
        };
    }

    int databaseId() {
        return 1_000_000 + Derived.number("pull " + id, 900_000_000);
    }

    int repositoryId() {
        return 1_000_000 + Derived.number("repository " + id.owner() + "/" + id.repo(), 900_000_000);
    }
}
