package dev.holdfast.bench.peers;

import java.util.concurrent.atomic.AtomicInteger;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;

/** A job that does nothing but count, in this process, how many of its kind were run. */
public record Noop() implements JobRequest {
    static final AtomicInteger RUN = new AtomicInteger();

    @Override
    public Class<Handler> getJobRequestHandler() {
        return Handler.class;
    }

    public static final class Handler implements JobRequestHandler<Noop> {
        @Override
        public void run(Noop request) {
            RUN.incrementAndGet();
        }
    }
}
