package dev.holdfast.pg;

import dev.holdfast.job.NewJob;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Binds jobs as the eight parallel arrays that the enqueueing functions take. */
final class NewJobs {
    private NewJobs() {}

    static void bind(Statement statement, List<NewJob> jobs) throws SQLException {
        statement
                .texts(column(jobs, NewJob::queue))
                .texts(column(jobs, NewJob::kind))
                .integers(column(jobs, NewJob::priority))
                .numbers(column(jobs, job -> job.delay().toMillis()))
                .integers(column(jobs, NewJob::maxAttempts))
                .numbers(column(
                        jobs, job -> job.timeout().map(Duration::toMillis).orElse(null)))
                .texts(column(jobs, job -> job.uniqueKey().orElse(null)))
                .texts(column(jobs, NewJob::payload));
    }

    private static <T> List<T> column(List<NewJob> jobs, Function<NewJob, T> part) {
        return jobs.stream().map(part).toList();
    }
}
