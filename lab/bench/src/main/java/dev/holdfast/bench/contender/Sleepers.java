package dev.holdfast.bench.contender;

import dev.holdfast.job.Attempt;
import dev.holdfast.job.JobHandler;
import dev.holdfast.job.Outcome;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Jobs that run and sleep until they are woken, all at once. */
final class Sleepers implements JobHandler<Object> {
    private static final long PATIENCE_SECONDS = 120;

    private final CountDownLatch awake;
    private final CountDownLatch wake = new CountDownLatch(1);
    private final AtomicBoolean virtual = new AtomicBoolean();

    Sleepers(int jobs) {
        awake = new CountDownLatch(jobs);
    }

    @Override
    public Outcome handle(Object payload, Attempt attempt) throws InterruptedException {
        virtual.set(Footprint.isVirtual(Thread.currentThread()));
        awake.countDown();
        wake.await();
        return Outcome.complete();
    }

    void awaitAsleep() throws InterruptedException {
        if (!awake.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(awake.getCount() + " jobs were not started in " + PATIENCE_SECONDS + " s");
        }
    }

    Map<String, Double> footprint() {
        Map<String, Double> all = Footprint.now();
        all.put("virtual", virtual.get() ? 1.0 : 0.0);
        return all;
    }

    void wake() {
        wake.countDown();
    }
}
