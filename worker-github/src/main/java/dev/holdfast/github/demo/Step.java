package dev.holdfast.github.demo;

/** One delivery about an invented pull request. */
enum Step {
    OPENED("pull_request", "pull_request.opened", "opened"),
    OPENED_AS_DRAFT("pull_request", "pull_request.opened", "opened as a draft"),
    REOPENED("pull_request", "pull_request.reopened", "reopened"),
    READY("pull_request", "pull_request.ready_for_review", "ready for review"),
    PUSHED("pull_request", "pull_request.synchronize", "pushed to"),
    LABELLED("pull_request", "pull_request.labeled", "labelled"),
    CHECKS_COMPLETED("check_suite", "check_suite.completed", "checks completed"),
    REVIEW_SUBMITTED("pull_request_review", "pull_request_review.submitted", "review submitted"),
    REVIEW_COMMAND("issue_comment", "issue_comment.created", "/review"),
    SAME_AGAIN("pull_request", "pull_request.opened", "opened, delivered again"),
    TAG_PUSHED("push", "push.payload", "tag pushed");

    final String event;
    final String template;
    final String about;

    Step(String event, String template, String about) {
        this.event = event;
        this.template = template;
        this.about = about;
    }
}
