package dev.holdfast.bench.run;

import java.io.IOException;
import java.util.List;

/**
 * What every benchmark works with.
 *
 * @param withPeers false leaves out what has to be fetched
 */
public record Setup(Lab lab, Rounds rounds, Peers peers, boolean withPeers) {
    /** Queues that are not ours, fetched when they are first asked for. Blocks meanwhile. */
    List<Subject> queues() throws IOException, InterruptedException {
        return withPeers ? peers.queues() : List.of();
    }

    /** The same with what is there already only. */
    public Setup withoutPeers() {
        return new Setup(lab, rounds, peers, false);
    }

    /** The same with so many rounds. */
    public Setup times(int number) {
        return new Setup(lab, rounds.times(number), peers, withPeers);
    }
}
