package dev.holdfast.lock.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.LockKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code -Dcases.rounds=10000} plays the campaign. */
class DeadRecordRaceTest {
    private static final LockKey KEY = LockKey.parse("repo-clone/owner/repo");
    private static final int ROUNDS = Integer.getInteger("cases.rounds", 20);

    @TempDir
    Path directory;

    @Test
    void case_68_of_eight_threads_in_one_process_exactly_one_takes_over_from_the_dead() throws Exception {
        race(1, 8);
    }

    @Test
    void case_68_of_eight_waiters_in_four_processes_exactly_one_takes_over_from_the_dead() throws Exception {
        race(4, 2);
    }

    @Test
    void case_68_of_eight_processes_exactly_one_takes_over_from_the_dead() throws Exception {
        race(8, 1);
    }

    private void race(int processes, int threads) throws Exception {
        List<Peer> peers = new ArrayList<>();
        try {
            for (int i = 0; i < processes; i++) {
                peers.add(new Peer(directory));
            }
            for (int round = 0; round < ROUNDS; round++) {
                new Records(directory, KEY).plant(Records.dead());
                assertThat(winners(peers, threads)).as("round %d", round).isEqualTo(1);
                for (Peer peer : peers) {
                    peer.ask("free " + KEY);
                }
            }
        } finally {
            peers.forEach(Peer::close);
        }
    }

    private static int winners(List<Peer> peers, int threads) throws Exception {
        peers.forEach(peer -> peer.tell("race " + KEY + " " + threads));
        int winners = 0;
        for (Peer peer : peers) {
            winners += Integer.parseInt(peer.hear().replace("granted ", ""));
        }
        return winners;
    }
}
