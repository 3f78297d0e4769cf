package dev.holdfast.bench.run;

import dev.holdfast.bench.contender.Contender;
import dev.holdfast.job.PayloadCodec;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Systems to compare with that are no part of this project: each is a small project of its own in a folder of
 * {@code lab/bench/peers}, fetched and built in a scratch folder when a benchmark runs. One that cannot be had is left
 * out, and the run says so.
 */
public final class Peers {
    private static final int DB_SCHEDULER_SHARE = 10;
    private static final int JOBRUNR_SHARE = 20;

    private final Workshop workshop;
    private final NodePeers onNode;

    /**
     * @param sources folder of the peers' projects
     * @param scratch where they are built, and found again by later runs
     */
    public Peers(Path sources, Path scratch, PrintStream progress) {
        workshop = new Workshop(sources, scratch, progress);
        onNode = new NodePeers(workshop, "node");
    }

    /** The queues to compare with that can be had, each at the settings at which it does best. Blocks as {@link #get}. */
    List<Subject> queues() throws IOException, InterruptedException {
        List<Subject> all = new ArrayList<>(onNode.queues());
        get("db-scheduler", "dev.holdfast.bench.peers.DbSchedulerContender", Map.of("threads", "100"))
                .map(peer -> peer.with(DB_SCHEDULER_SHARE))
                .ifPresent(all::add);
        get("jobrunr", "dev.holdfast.bench.peers.JobRunrContender", Map.of("workers", "100"))
                .map(peer -> peer.with(JOBRUNR_SHARE))
                .ifPresent(all::add);
        return all;
    }

    /**
     * Fetches and builds a peer written in Java. Blocks, the first time for as long as the download takes.
     *
     * @param name of its folder, and of the system in the report
     * @param contender class in it
     */
    Optional<Subject> get(String name, String contender, Map<String, String> settings)
            throws IOException, InterruptedException {
        return built(name, "bench.jar", jarOf(Contender.class))
                .map(project -> Subject.peer(name, contender, classPath(project), settings));
    }

    /** Class path of JMH and what it measures of ours. Blocks as {@link #get}. */
    Optional<String> hotPaths() throws IOException, InterruptedException {
        return built("jmh", "core.jar", jarOf(PayloadCodec.class)).map(Peers::classPath);
    }

    /** Builds a project that is given a jar of ours. */
    private Optional<Path> built(String name, String property, Path jar) throws IOException, InterruptedException {
        List<String> command =
                List.of("mvn", "-q", "-B", "-ntp", "-Dstyle.color=never", "-D" + property + "=" + jar, "package");
        return workshop.make(name, command, List.of(jar));
    }

    private static String classPath(Path project) {
        return project.resolve("target/classes") + File.pathSeparator + project.resolve("target/lib") + "/*";
    }

    private static Path jarOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
