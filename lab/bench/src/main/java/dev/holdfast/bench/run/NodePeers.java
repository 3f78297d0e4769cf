package dev.holdfast.bench.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Peers that run on Node. All are installed together by npm, none of their install scripts is run. */
final class NodePeers {
    private static final String PROJECT = "node";
    private static final String ALL = "graphile-worker and pg-boss";
    private static final List<String> INSTALL =
            List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");

    private static final int GRAPHILE_SHARE = 4;
    private static final int PG_BOSS_SHARE = 8;

    private final Workshop workshop;
    private final String node;

    /** @param node the command */
    NodePeers(Workshop workshop, String node) {
        this.workshop = workshop;
        this.node = node;
    }

    /** At the settings at which each does best; none if Node or npm is missing. Blocks as {@link Workshop#make}. */
    List<Subject> queues() throws IOException, InterruptedException {
        Optional<String> version = version();
        if (version.isEmpty()) {
            workshop.leaveOut(ALL, "no " + node + " to run");
            return List.of();
        }
        Optional<Path> project = workshop.make(PROJECT, INSTALL, List.of());
        return project.map(made -> queues(made, version.get())).orElseGet(List::of);
    }

    private List<Subject> queues(Path project, String version) {
        return List.of(
                subject(project, "graphile-worker", Map.of("localQueue", "500", "completeDelay", "0", "node", version))
                        .with(GRAPHILE_SHARE),
                subject(project, "pg-boss", Map.of("batch", "1000", "burst", "true", "node", version))
                        .with(PG_BOSS_SHARE));
    }

    private Subject subject(Path project, String system, Map<String, String> settings) {
        String main = project.resolve("main.js").toString();
        return new Subject(system, List.of(node, main, system), settings);
    }

    private Optional<String> version() throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(node, "--version").start();
        } catch (IOException e) {
            return Optional.empty();
        }
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? Optional.of(answer.strip()) : Optional.empty();
    }
}
