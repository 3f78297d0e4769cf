package dev.holdfast.github.demo;

import dev.holdfast.github.pull.ReviewRequest;
import dev.holdfast.github.repo.RepoClone;
import dev.holdfast.plugin.DemoScenario;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The plugin's part in the demo. Stateless. */
public final class GitHubDemo implements DemoScenario {
    @Override
    public String standInMain() {
        return StandIn.class.getName();
    }

    /** A review takes long enough to be interrupted in the middle. */
    @Override
    public List<String> standInOptions() {
        return List.of("reviewMillis=800");
    }

    @Override
    public Set<String> slowKinds() {
        return Set.of(ReviewRequest.KIND);
    }

    @Override
    public Set<String> guardingNamespaces() {
        return Set.of("pr-actuation");
    }

    /** Nothing here is secret: the stand-in asks for no token, and the endpoint listens on loopback only. */
    @Override
    public Map<String, String> settingsFor(int standInPort) {
        String url = "http://127.0.0.1:" + standInPort;
        Map<String, String> settings = new HashMap<>(Map.of(
                "GITHUB_API_URL", url,
                "GITHUB_TOKEN", "for-the-stand-in",
                "GITHUB_WEBHOOK_SECRET", "for-the-demo-on-loopback",
                "MODEL_API_URL", url,
                "MODEL_NAME", "stand-in"));
        settings.putAll(clonesOf(url));
        return Map.copyOf(settings);
    }

    /** Where git can be run, reviews get their diffs from clones of the stand-in's repositories; else from its API. */
    private static Map<String, String> clonesOf(String url) {
        try (var body = new URL(url + StandInServer.REPOSITORIES_PATH).openStream()) {
            Path repositories = Path.of(new String(body.readAllBytes(), StandardCharsets.UTF_8));
            return RepoClone.isPossible("git")
                    ? Map.of(
                            "CLONE_URL",
                            "file://" + repositories,
                            "CLONE_DIR",
                            repositories.resolveSibling("clones").toString())
                    : Map.of();
        } catch (IOException nobodyThere) {
            return Map.of();
        }
    }

    @Override
    public List<DemoDelivery> deliveries(String run, int count) {
        return new Deliveries(run).first(count);
    }

    @Override
    public Verdict judge(Path standInLog) {
        return Judge.read(standInLog).verdict();
    }
}
