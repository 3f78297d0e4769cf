package dev.holdfast.bench.peers;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;

/** A job that does nothing but count, in this process, how many of its kind were run. */
public record Noop() implements JobRequest {
    static final AtomicInteger RUN = new AtomicInteger();
    static final AtomicLong FIRST_AT = new AtomicLong();

    static void begin() {
        RUN.set(0);
        FIRST_AT.set(0);
    }

    @Override
    public Class<Handler> getJobRequestHandler() {
        return Handler.class;
    }

    public static final class Handler implements JobRequestHandler<Noop> {
        @Override
        public void run(Noop request) {
            if (RUN.getAndIncrement() == 0) {
                FIRST_AT.set(System.nanoTime());
            }
        }
    }
}
