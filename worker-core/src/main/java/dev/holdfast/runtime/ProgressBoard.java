package dev.holdfast.runtime;

import dev.holdfast.queue.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Shows what running handlers tell people, all in one statement, and none when nobody has told anything. */
final class ProgressBoard implements Service {
    private final Context context;
    private final Supplier<Optional<Tenure>> tenure;
    private final Attempts attempts;

    ProgressBoard(Context context, Supplier<Optional<Tenure>> tenure, Attempts attempts) {
        this.context = context;
        this.tenure = tenure;
        this.attempts = attempts;
    }

    @Override
    public Duration round(Duration now) {
        List<Progress> news = attempts.scopes().stream()
                .flatMap(scope ->
                        scope
                                .takeProgress()
                                .map(text ->
                                        new Progress(scope.job(), scope.leased().lease(), text))
                                .stream())
                .toList();
        if (!news.isEmpty()) {
            tenure.get().ifPresent(current -> current.session().report(news));
        }
        return context.config().term().heartbeat();
    }
}
