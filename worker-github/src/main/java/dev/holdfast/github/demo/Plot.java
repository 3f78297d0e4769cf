package dev.holdfast.github.demo;

import java.util.List;

/** What happens to an invented pull request, delivery by delivery. */
enum Plot {
    /** Its checks end. */
    CHECKED,
    /** A collaborator asks for another review while the first may still run. */
    ASKED_AGAIN,
    /** Somebody pushes before the first review is done. */
    PUSHED,
    /** A draft, which changes nothing; made ready later. */
    DRAFTED,
    /** Somebody decides against it. */
    REJECTED,
    /** Its first delivery comes twice; somebody reviews it. */
    REVIEWED,
    /** Gets a label that means nothing to us. */
    LABELLED,
    /** Reopened; a push of a tag, which changes nothing. */
    REOPENED;

    static final List<Plot> ALL = List.of(values());

    /** Its deliveries, in order. */
    List<Step> steps() {
        return switch (this) {
            case CHECKED -> List.of(Step.OPENED, Step.CHECKS_COMPLETED);
            case ASKED_AGAIN -> List.of(Step.OPENED, Step.REVIEW_COMMAND);
            case PUSHED -> List.of(Step.OPENED, Step.PUSHED);
            case DRAFTED -> List.of(Step.OPENED_AS_DRAFT, Step.READY);
            case REJECTED, LABELLED -> List.of(Step.OPENED, Step.LABELLED);
            case REVIEWED -> List.of(Step.OPENED, Step.SAME_AGAIN, Step.REVIEW_SUBMITTED);
            case REOPENED -> List.of(Step.REOPENED, Step.TAG_PUSHED);
        };
    }
}
