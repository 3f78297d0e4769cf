package dev.holdfast.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Runs actions on threads that start at the same moment. */
final class Together {
    private Together() {}

    static <T> List<T> run(int threads, Callable<T> action) {
        return run(Collections.nCopies(threads, action));
    }

    /** Each of these on a thread of its own. */
    static void race(Runnable... actions) {
        run(Stream.of(actions).map(Executors::callable).toList());
    }

    private static <T> List<T> run(List<? extends Callable<T>> actions) {
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
                answers.add(future.get());
            }
            return answers;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }
}
