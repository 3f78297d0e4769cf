package dev.holdfast.github.repo;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The environment of every git: nothing of the machine's configuration, no questions, no hooks, no helpers, and no way to
 * run in the background.
 */
final class GitEnvironment {
    /** How to find programs, proxies and certificates. */
    private static final Set<String> KEPT = Set.of(
            "PATH",
            "TMPDIR",
            "https_proxy",
            "HTTPS_PROXY",
            "no_proxy",
            "NO_PROXY",
            "SSL_CERT_FILE",
            "SSL_CERT_DIR",
            "GIT_SSL_CAINFO");

    private GitEnvironment() {}

    /** Replaces the environment a process would inherit. */
    static void apply(Map<String, String> environment, Path home, Remote remote) {
        environment.keySet().retainAll(KEPT);
        environment.put("HOME", home.toString());
        environment.put("LC_ALL", "C");
        environment.put("GIT_CONFIG_NOSYSTEM", "1");
        environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
        environment.put("GIT_ATTR_NOSYSTEM", "1");
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.put("GIT_ASKPASS", "true");
        environment.put("GIT_LFS_SKIP_SMUDGE", "1");
        environment.put("GIT_CEILING_DIRECTORIES", home.getParent().toString());
        configure(environment, settings(remote));
    }

    /** By the environment: settings on a command line are in everybody's list of processes. */
    private static void configure(Map<String, String> environment, Map<String, String> settings) {
        int count = 0;
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            environment.put("GIT_CONFIG_KEY_" + count, setting.getKey());
            environment.put("GIT_CONFIG_VALUE_" + count, setting.getValue());
            count++;
        }
        environment.put("GIT_CONFIG_COUNT", Integer.toString(count));
    }

    private static Map<String, String> settings(Remote remote) {
        Map<String, String> settings = new LinkedHashMap<>(remote.settings());
        settings.put("core.hooksPath", "/dev/null");
        settings.put("core.fsmonitor", "false");
        settings.put("core.logAllRefUpdates", "false");
        settings.put("credential.helper", "");
        settings.put("http.followRedirects", "false");
        settings.put("http.lowSpeedLimit", "1000");
        settings.put("http.lowSpeedTime", "60");
        settings.put("submodule.recurse", "false");
        settings.put("fetch.recurseSubmodules", "false");
        settings.put("filter.lfs.required", "false");
        // A pack appears whole; loose objects of a fetch that is killed would be there without what they refer to.
        settings.put("fetch.unpackLimit", "1");
        // What cleans up does so before git ends, or it would work on when somebody else has the lock.
        settings.put("gc.autoDetach", "false");
        settings.put("maintenance.autoDetach", "false");
        return settings;
    }
}
