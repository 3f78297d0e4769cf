package dev.holdfast.app.cases;

/** Two workers of which nobody knows beforehand which gets the job. */
record Pair(Child one, Child other) {
    /** The one that made this call. */
    Child that(Records.Run run) {
        return run.pid() == one.pid() ? one : other;
    }

    Child peerOf(Child worker) {
        return worker == one ? other : one;
    }
}
