package dev.holdfast.histories;

import java.util.Optional;

/** Leaves out of a history that fails every step without which it fails still. Each try has sessions and queues of its own. */
final class Shrinking {
    private final HistoryStore store;
    private int tries;

    /** A history that failed, as it was told. */
    private record Failed(History history, String story) {}

    Shrinking(HistoryStore store) {
        this.store = store;
    }

    String report(History history, Play play, RuntimeException cause) {
        Failed shortest = new Failed(history, story(play, cause) + "\n(with sessions of earlier histories only)");
        Optional<Failed> again = tryOut(history);
        if (again.isPresent()) {
            shortest = shrink(again.get());
        }
        return "-Dholdfast.seed=" + history.seed() + " fails, cut down to " + shortest.history() + "\n"
                + shortest.story();
    }

    private Failed shrink(Failed failed) {
        Failed shortest = failed;
        for (int i = failed.history().steps().size() - 1; i >= 0; i--) {
            shortest = tryOut(shortest.history().without(i)).orElse(shortest);
        }
        return shortest;
    }

    private Optional<Failed> tryOut(History history) {
        String name = "t" + history.seed() + "-" + ++tries;
        try (Seats seats = new Seats(store)) {
            Play play = new Play(store, seats, history, name);
            try {
                play.run();
                return Optional.empty();
            } catch (RuntimeException e) {
                return Optional.of(new Failed(history, story(play, e)));
            }
        }
    }

    private static String story(Play play, RuntimeException cause) {
        return String.join("\n", play.told()) + "\n" + cause;
    }
}
