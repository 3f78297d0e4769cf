package dev.holdfast.github.repo;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where repositories are fetched from.
 *
 * @param base before {@code /owner/name.git}: {@code https://github.com}, or {@code file:///…} to try things out
 * @param token sent over https only; empty for none
 */
public record Remote(URI base, String token) {
    /** @throws IllegalArgumentException if it is neither https nor a file, or carries what belongs elsewhere */
    public Remote {
        boolean https = "https".equals(base.getScheme()) && base.getHost() != null;
        boolean file = "file".equals(base.getScheme()) && base.getPath() != null && base.getHost() == null;
        boolean plain = base.getRawUserInfo() == null && base.getRawQuery() == null && base.getRawFragment() == null;
        if (!plain || !(https || file)) {
            throw new IllegalArgumentException(
                    "repositories are fetched from https://host or file:///path, without user, query or fragment");
        }
    }

    String url(RepoName repo) {
        String text = base.toString();
        return (text.endsWith("/") ? text.substring(0, text.length() - 1) : text) + "/" + repo + ".git";
    }

    /** Settings of git for this remote, which name no other protocol, and carry the token where no list shows it. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("protocol.allow", "never");
        settings.put("protocol.ext.allow", "never");
        settings.put("protocol." + base.getScheme() + ".allow", "always");
        if (!token.isEmpty() && "https".equals(base.getScheme())) {
            String basic =
                    Base64.getEncoder().encodeToString(("x-access-token:" + token).getBytes(StandardCharsets.UTF_8));
            settings.put("http." + base + ".extraHeader", "Authorization: Basic " + basic);
        }
        return settings;
    }

    /** Says nothing of the token. */
    @Override
    public String toString() {
        return base.toString();
    }
}
