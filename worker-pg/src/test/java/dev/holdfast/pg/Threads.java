package dev.holdfast.pg;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs actions at the same moment. */
final class Threads {
    private static final int MOST_SECONDS = 60;

    private Threads() {}

    static <T> List<T> together(List<Callable<T>> actions) {
        CyclicBarrier barrier = new CyclicBarrier(actions.size());
        ExecutorService pool = Executors.newFixedThreadPool(actions.size());
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (Callable<T> action : actions) {
                futures.add(pool.submit(() -> {
                    barrier.await();
                    return action.call();
                }));
            }
            return answers(futures);
        } finally {
            pool.shutdownNow();
        }
    }

    private static <T> List<T> answers(List<Future<T>> futures) {
        try {
            List<T> answers = new ArrayList<>();
            for (Future<T> future : futures) {
                answers.add(future.get(MOST_SECONDS, TimeUnit.SECONDS));
            }
            return answers;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("still running after " + MOST_SECONDS + " s", e);
        }
    }
}
