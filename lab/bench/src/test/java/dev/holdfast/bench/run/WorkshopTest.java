package dev.holdfast.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkshopTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    @BeforeEach
    void project() throws IOException {
        Files.createDirectories(folder.resolve("sources/peer"));
        Files.writeString(folder.resolve("sources/peer/source"), "one");
    }

    @Test
    void without_node_its_peers_are_left_out_in_one_line() throws Exception {
        NodePeers peers = new NodePeers(workshop(), "no-such-node");

        assertThat(peers.queues()).isEmpty();
        assertThat(told()).containsExactly("left out: graphile-worker and pg-boss: no no-such-node to run");
    }

    @Test
    void a_peer_that_cannot_be_built_is_left_out_with_the_first_error_and_not_tried_again() throws Exception {
        Workshop workshop = workshop();
        List<String> failing =
                List.of("sh", "-c", "echo well; echo ERROR :; echo error: none to be had; echo error: more; exit 1");

        assertThat(workshop.make("peer", failing, List.of())).isEmpty();
        assertThat(workshop.make("peer", failing, List.of())).isEmpty();
        assertThat(told()).containsExactly("fetching peer ...", "left out: peer: error: none to be had");
    }

    @Test
    void a_peer_whose_builder_is_missing_is_left_out() throws Exception {
        assertThat(workshop().make("peer", List.of("no-such-mvn"), List.of())).isEmpty();
        assertThat(told()).endsWith("left out: peer: no no-such-mvn to run");
    }

    @Test
    void what_was_made_serves_later_runs_until_a_source_of_it_changes() throws Exception {
        List<String> command = List.of("cp", "source", "product");
        workshop().make("peer", command, List.of());
        workshop().make("peer", command, List.of());
        assertThat(told()).containsExactly("fetching peer ...");

        Files.writeString(folder.resolve("sources/peer/source"), "two, longer");

        assertThat(workshop().make("peer", command, List.of()))
                .hasValueSatisfying(made -> assertThat(made.resolve("product")).hasContent("two, longer"));
        assertThat(told()).hasSize(2);
    }

    /** As a run of its own has it. */
    private Workshop workshop() {
        PrintStream told = new PrintStream(progress, true, StandardCharsets.UTF_8);
        return new Workshop(folder.resolve("sources"), folder.resolve("scratch"), told);
    }

    private List<String> told() {
        return progress.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
