package dev.holdfast.github.webhook;

import dev.holdfast.github.json.Json;
import dev.holdfast.job.NewJob;
import dev.holdfast.plugin.Webhook;
import java.util.List;

/** GitHub's deliveries. A delivery that changes nothing for this plugin leads to no job. Immutable, thread-safe. */
public final class GitHubWebhook implements Webhook {
    private final Signing signing;

    /** @param secret shared with GitHub; not blank */
    public GitHubWebhook(String secret) {
        this.signing = new Signing(secret, "X-Hub-Signature-256", "X-GitHub-Delivery", "X-GitHub-Event");
    }

    @Override
    public String source() {
        return "github";
    }

    @Override
    public Signing signing() {
        return signing;
    }

    @Override
    public List<NewJob> jobs(Delivery delivery) {
        Json body = Json.parse(delivery.body());
        return switch (delivery.event()) {
            case "pull_request" -> PullRequestEvent.jobs(body);
            case "pull_request_review" -> ReviewEvent.jobs(body);
            case "check_suite" -> CheckSuiteEvent.jobs(body);
            case "issue_comment" -> CommentEvent.jobs(body);
            default -> List.of();
        };
    }
}
