package dev.holdfast.runtime;

import dev.holdfast.queue.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        Map<AttemptScope, String> news = new LinkedHashMap<>();
        attempts.scopes().forEach(scope -> scope.news().ifPresent(text -> news.put(scope, text)));
        if (!news.isEmpty()) {
            tenure.get().ifPresent(current -> show(current, news));
        }
        return context.config().term().heartbeat();
    }

    /** What could not be shown stays news. */
    private static void show(Tenure current, Map<AttemptScope, String> news) {
        List<Progress> progress = new ArrayList<>();
        news.forEach((scope, text) ->
                progress.add(new Progress(scope.job(), scope.leased().lease(), text)));
        current.session().report(progress);
        news.forEach(AttemptScope::wasShown);
    }
}
