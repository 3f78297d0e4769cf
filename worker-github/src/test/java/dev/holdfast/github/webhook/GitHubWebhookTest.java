package dev.holdfast.github.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.github.pull.Marker;
import dev.holdfast.github.pull.ReviewRequest;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.PayloadCodec;
import dev.holdfast.plugin.Webhook.Delivery;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GitHubWebhookTest {
    private static final String HEAD = "ec26c3e57ca3a959ca5aad62de7213c562f8c821";

    @ParameterizedTest
    @ValueSource(strings = {"opened", "synchronize", "reopened", "ready_for_review"})
    void something_new_to_review_leads_to_one_review_of_its_head(String action) throws Exception {
        assertThat(Payload.real("pull_request." + action).jobs("pull_request"))
                .singleElement()
                .satisfies(job -> {
                    assertThat(job.kind()).isEqualTo("pr-review");
                    assertThat(job.queue()).isEqualTo("default");
                    assertThat(job.uniqueKey()).contains("pr-review:codertocat/hello-world#2@" + HEAD);
                    assertThat(review(job))
                            .isEqualTo(new ReviewRequest("codertocat", "hello-world", 2, HEAD, false, action));
                });
    }

    @ParameterizedTest
    @CsvSource({
        "pull_request, pull_request.labeled",
        "pull_request, pull_request.closed",
        "pull_request_review, pull_request_review.submitted",
        "check_suite, check_suite.completed"
    })
    void a_reason_to_look_again_leads_to_one_look(String event, String payload) throws Exception {
        assertThat(Payload.real(payload).jobs(event)).singleElement().satisfies(job -> {
            assertThat(job.kind()).isEqualTo("pr-actuate");
            assertThat(job.uniqueKey()).contains("pr-actuate:codertocat/hello-world#2");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "pull_request, pull_request.converted_to_draft",
        "issue_comment, issue_comment.created",
        "push, push.payload",
        "ping, push.payload",
        "something_new, push.payload"
    })
    void a_delivery_that_changes_nothing_leads_to_no_job(String event, String payload) throws Exception {
        assertThat(Payload.real(payload).jobs(event)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"opened", "synchronize", "reopened"})
    void a_draft_is_not_reviewed(String action) throws Exception {
        Payload draft = Payload.real("pull_request." + action).at("/pull_request", pull -> pull.put("draft", true));

        assertThat(draft.jobs("pull_request")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"OWNER", "MEMBER", "COLLABORATOR"})
    void a_review_command_on_a_pull_request_forces_a_review_of_its_own(String association) throws Exception {
        assertThat(comment("/review", association).jobs("issue_comment"))
                .singleElement()
                .satisfies(job -> {
                    assertThat(job.uniqueKey()).contains("pr-review:codertocat/hello-world#1:comment-492700400");
                    assertThat(review(job).force()).isTrue();
                    assertThat(review(job).headSha()).isNull();
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/review",
                "/review please",
                "  /review",
                "Hm.\n/review",
                "Hm.\r\n/review\r\nThanks",
                "/review\t!"
            })
    void the_command_is_the_first_word_of_a_line(String text) throws Exception {
        assertThat(comment(text, "OWNER").jobs("issue_comment")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "please /review", "/reviewer", "/review-this", "> /review", "`/review`", "review"})
    void anything_else_is_no_command(String text) throws Exception {
        assertThat(comment(text, "OWNER").jobs("issue_comment")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONTRIBUTOR", "FIRST_TIME_CONTRIBUTOR", "FIRST_TIMER", "MANNEQUIN", "NONE", "owner"})
    void strangers_command_nothing(String association) throws Exception {
        assertThat(comment("/review", association).jobs("issue_comment")).isEmpty();
    }

    @Test
    void our_own_comment_commands_nothing_whatever_the_model_wrote_into_it() throws Exception {
        String ours = Marker.of(HEAD, 1) + "\nChanges requested.\n\n/review";

        assertThat(comment(ours, "OWNER").jobs("issue_comment")).isEmpty();
    }

    @Test
    void a_command_on_an_issue_does_nothing() throws Exception {
        Payload onIssue = comment("/review", "OWNER").at("/issue", issue -> issue.remove("pull_request"));

        assertThat(onIssue.jobs("issue_comment")).isEmpty();
    }

    @Test
    void an_edited_comment_commands_nothing() throws Exception {
        Payload edited = comment("/review", "OWNER").at("", body -> body.put("action", "edited"));

        assertThat(edited.jobs("issue_comment")).isEmpty();
    }

    @Test
    void checks_without_a_pull_request_do_nothing() throws Exception {
        Payload none =
                Payload.real("check_suite.completed").at("/check_suite", suite -> suite.putArray("pull_requests"));

        assertThat(none.jobs("check_suite")).isEmpty();
    }

    @Test
    void checks_in_a_fork_do_not_touch_the_forks_pull_request_of_the_same_number() throws Exception {
        Payload fork = Payload.real("check_suite.completed")
                .at("/check_suite/pull_requests/0/base/repo", repo -> repo.put("id", 1));

        assertThat(fork.jobs("check_suite")).isEmpty();
    }

    @Test
    void case_49_names_are_lower_cased_so_that_one_pull_request_has_one_key() throws Exception {
        List<NewJob> shouted = repository("CODERTOCAT", "HELLO-World").jobs("pull_request");
        List<NewJob> quiet = repository("codertocat", "hello-world").jobs("pull_request");

        assertThat(shouted.get(0).uniqueKey()).isEqualTo(quiet.get(0).uniqueKey());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "..",
                "a/b",
                "a#1",
                "a@b",
                "a:b",
                "na\u00efve",
                "\u212aelvin",
                "\uff21",
                "a b",
                "a\u0000b"
            })
    void case_49_a_name_that_cannot_be_part_of_a_key_is_refused(String name) throws Exception {
        Payload repo = repository("octo", name);
        Payload owner = repository(name, "shop");

        assertThatThrownBy(() -> repo.jobs("pull_request")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> owner.jobs("pull_request")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/action",
                "/repository",
                "/repository/name",
                "/repository/owner/login",
                "/pull_request",
                "/pull_request/number",
                "/pull_request/head/sha"
            })
    void a_body_without_what_github_documents_is_refused_by_the_missing_name(String pointer) throws Exception {
        int cut = pointer.lastIndexOf('/');
        Payload without = Payload.real("pull_request.opened")
                .at(pointer.substring(0, cut), node -> node.remove(pointer.substring(cut + 1)));

        assertThatThrownBy(() -> without.jobs("pull_request"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(pointer.substring(1).replace('/', '.'));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "2.5", "99999999999", "\"2\"", "null"})
    void a_number_that_is_none_is_refused(String number) throws Exception {
        String body = Payload.real("pull_request.opened")
                .at("/pull_request", pull -> pull.put("number", -77))
                .body()
                .toString()
                .replace("-77", number);

        assertThatThrownBy(() -> deliver("pull_request", body)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"abc", "", "ec26c3e57ca3a959ca5aad62de7213c562f8c82", "ec26c3e57ca3a959ca5aad62de7213c562f8c8/1"
            })
    void a_head_that_is_no_commit_is_refused(String sha) throws Exception {
        Payload odd = Payload.real("pull_request.opened").at("/pull_request/head", head -> head.put("sha", sha));

        assertThatThrownBy(() -> odd.jobs("pull_request")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "\"text\"", "{", "{} {}", "{\"a\":1,\"a\":2}", "payload=%7B%7D", "null"})
    void a_body_that_is_not_one_json_object_is_refused_whatever_the_event(String body) {
        assertThatThrownBy(() -> deliver("push", body)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_webhook_without_a_secret_cannot_be_made() {
        assertThatThrownBy(() -> new GitHubWebhook(" ")).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<NewJob> deliver(String event, String body) {
        return new GitHubWebhook("secret").jobs(new Delivery("id-1", event, body));
    }

    private static ReviewRequest review(NewJob job) {
        return PayloadCodec.decode(job.payload(), ReviewRequest.class);
    }

    private static Payload repository(String owner, String name) throws Exception {
        return Payload.real("pull_request.opened")
                .at("/repository", repository -> repository.put("name", name))
                .at("/repository/owner", node -> node.put("login", owner));
    }

    private static Payload comment(String text, String association) throws Exception {
        return Payload.real("issue_comment.created")
                .at("/issue", issue -> issue.putObject("pull_request").put("url", "unused"))
                .at("/comment", comment -> comment.put("body", text).put("author_association", association));
    }
}
