package dev.holdfast.runtime;

import dev.holdfast.queue.Settlement.Ending;

/** Words for endings, for events. */
final class Endings {
    private Endings() {}

    static String name(Ending ending) {
        return ending.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
    }

    static String note(Ending ending) {
        if (ending instanceof Ending.Completed completed) {
            return completed.result();
        }
        if (ending instanceof Ending.Retried retried) {
            return retried.error();
        }
        if (ending instanceof Ending.Snoozed snoozed) {
            return snoozed.reason();
        }
        if (ending instanceof Ending.Parked parked) {
            return parked.reason();
        }
        if (ending instanceof Ending.Discarded discarded) {
            return discarded.reason();
        }
        return ending instanceof Ending.Cancelled cancelled ? cancelled.reason() : ((Ending.Returned) ending).reason();
    }
}
