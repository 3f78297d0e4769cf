package dev.holdfast.github.api;

import dev.holdfast.github.http.Answer;
import dev.holdfast.github.json.Json;
import dev.holdfast.github.pull.PullId;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Reads and changes pull requests. Thread-safe and immutable. Every call blocks, at most for the timeout, and stops when
 * its thread is interrupted.
 *
 * <p>Every method throws {@link GitHubException} if GitHub answers with a refusal, and {@link IOException} if there was no
 * usable answer: a change may have been made all the same.
 */
public final class GitHub {
    private static final int PER_PAGE = 100;
    private static final int MOST_PAGES = 50;

    private final Rest rest;

    public GitHub(Rest rest) {
        this.rest = rest;
    }

    /** Reads a pull request. */
    public Pull pull(PullId id) throws GitHubException, IOException, InterruptedException {
        return Rest.read(rest.get(pullPath(id)), body -> Pull.read(id, Json.parse(body)));
    }

    /** Reads what a pull request changes, as a diff, cut at a limit. */
    public String diff(PullId id) throws GitHubException, IOException, InterruptedException {
        return rest.getDiff(pullPath(id)).body();
    }

    /** True if a comment of the pull request begins with the text. */
    public boolean hasComment(PullId id, String start) throws GitHubException, IOException, InterruptedException {
        for (int page = 1; page <= MOST_PAGES; page++) {
            Answer answer = rest.get(issuePath(id) + "/comments?per_page=" + PER_PAGE + "&page=" + page);
            List<Json> comments = Rest.read(answer, Json::parseList);
            if (comments.stream()
                    .anyMatch(comment -> comment.textOrEmpty("body").startsWith(start))) {
                return true;
            }
            if (comments.size() < PER_PAGE) {
                return false;
            }
        }
        throw new IOException(id + " has too many comments to look through");
    }

    /** Adds a comment. */
    public void comment(PullId id, String body) throws GitHubException, IOException, InterruptedException {
        rest.send("POST", issuePath(id) + "/comments", Map.of("body", body));
    }

    /** Adds a label; it may be there already. */
    public void label(PullId id, String label) throws GitHubException, IOException, InterruptedException {
        rest.send("POST", issuePath(id) + "/labels", Map.of("labels", List.of(label)));
    }

    /** Merges a pull request if its head is still the given commit. */
    public void merge(PullId id, String headSha) throws GitHubException, IOException, InterruptedException {
        rest.send("PUT", pullPath(id) + "/merge", Map.of("sha", headSha));
    }

    /** Closes a pull request without merging it. */
    public void close(PullId id) throws GitHubException, IOException, InterruptedException {
        rest.send("PATCH", pullPath(id), Map.of("state", "closed"));
    }

    private static String pullPath(PullId id) {
        return "/repos/" + id.owner() + "/" + id.repo() + "/pulls/" + id.number();
    }

    private static String issuePath(PullId id) {
        return "/repos/" + id.owner() + "/" + id.repo() + "/issues/" + id.number();
    }
}
