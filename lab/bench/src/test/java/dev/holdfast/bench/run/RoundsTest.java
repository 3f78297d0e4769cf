package dev.holdfast.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Row;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private final List<String> taken = new ArrayList<>();
    private final PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);

    @Test
    void rounds_take_every_trial_forwards_and_backwards_in_turn() throws Exception {
        Measured measured = new Rounds(3, nowhere).measure(List.of(trial("a"), trial("b"), trial("c")));

        assertThat(String.join("", taken)).isEqualTo("abccbaabc");
        assertThat(measured.report("all").rows()).extracting(Row::system).containsExactly("a", "b", "c");
    }

    @Test
    void a_peer_that_fails_is_left_out_of_the_rounds_that_follow() throws Exception {
        Subject peer = new Subject("peer", List.of(), Map.of());
        Trial failing = Trial.ofPeer(peer, "", () -> {
            taken.add("x");
            throw new IllegalStateException("cannot");
        });

        new Rounds(2, nowhere).measure(List.of(trial("a"), failing, trial("b")));

        assertThat(String.join("", taken)).isEqualTo("axbba");
    }

    private Trial trial(String name) {
        return Trial.of(new Subject(name, List.of(), Map.of()), "", () -> {
            taken.add(name);
            return Map.of(Figure.JOBS, 1.0);
        });
    }
}
