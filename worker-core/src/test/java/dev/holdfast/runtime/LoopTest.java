package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LoopTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final BlockingQueue<Integer> rounds = new LinkedBlockingQueue<>();
    private final List<WorkerEvent> events = new CopyOnWriteArrayList<>();

    private Loop loop(Service service) {
        return new Loop("test", service, Ticker.system(), new Events(events::add));
    }

    /** Tells each round's number and then does what the test wants. */
    private Loop counting(Service then) {
        AtomicInteger count = new AtomicInteger();
        return loop(now -> {
            rounds.add(count.incrementAndGet());
            return then.round(now);
        });
    }

    private void awaitRound(int number) throws InterruptedException {
        Integer came;
        do {
            came = rounds.poll(LONG.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(came).as("round %s came", number).isNotNull();
        } while (came < number);
    }

    @Test
    void aRoundThatThrowsIsToldAndTheNextOneHappensAllTheSame() throws Exception {
        AtomicInteger count = new AtomicInteger();
        Loop loop = counting(now -> {
            if (count.incrementAndGet() == 3) {
                throw new java.io.IOException("the third one fails");
            }
            return Duration.ZERO;
        });
        loop.start();
        awaitRound(4);
        loop.stop(LONG);
        assertThat(events).hasSize(2);
        assertThat(events.get(0)).isInstanceOfSatisfying(WorkerEvent.RoundFailed.class, failed -> {
            assertThat(failed.service()).isEqualTo("test");
            assertThat(failed.cause()).hasMessage("the third one fails");
        });
        assertThat(events.get(1)).isInstanceOfSatisfying(WorkerEvent.RoundRecovered.class, recovered -> {
            assertThat(recovered.service()).isEqualTo("test");
            assertThat(recovered.failures()).isEqualTo(1);
        });
    }

    @Test
    void anErrorDoesNotEndALoopEither() throws Exception {
        Loop loop = counting(now -> {
            throw new StackOverflowError("as deep as it goes");
        });
        loop.start();
        awaitRound(2);
        loop.stop(LONG);
    }

    @Test
    void aListenerThatThrowsAnErrorDoesNotEndALoop() throws Exception {
        AtomicInteger count = new AtomicInteger();
        Events deadly = new Events(event -> {
            throw new NoClassDefFoundError("a listener of a plugin");
        });
        Service failing = now -> {
            rounds.add(count.incrementAndGet());
            throw new IllegalStateException("a round fails, and is told to a listener that fails");
        };
        Loop loop = new Loop("test", failing, Ticker.system(), deadly);
        loop.start();
        awaitRound(2);
        loop.stop(LONG);
    }

    @Test
    void anInterruptEndsNoLoop() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        Loop loop = counting(now -> {
            thread.complete(Thread.currentThread());
            return LONG;
        });
        loop.start();
        awaitRound(1);
        thread.get().interrupt();
        awaitRound(2);
        loop.stop(LONG);
    }

    @Test
    void aWakeBringsTheNextRoundForward() throws Exception {
        Loop loop = counting(now -> LONG.multipliedBy(100));
        loop.start();
        awaitRound(1);
        loop.wake();
        awaitRound(2);
        loop.stop(LONG);
    }

    @Test
    void aWakeDuringARoundIsNotLost() throws Exception {
        Gate gate = new Gate();
        Loop loop = counting(now -> {
            gate.pass();
            return LONG.multipliedBy(100);
        });
        loop.start();
        gate.awaitArrival();
        loop.wake();
        gate.open();
        awaitRound(2);
        loop.stop(LONG);
    }

    @Test
    void aLoopThatWasStoppedBeforeItsStartNeverRuns() throws Exception {
        Loop loop = counting(now -> Duration.ZERO);
        loop.stop(LONG);
        loop.start();
        assertThat(threads("holdfast-test")).isEmpty();
        assertThat(rounds).isEmpty();
    }

    @Test
    void startingTwiceMakesOneThread() throws Exception {
        Gate gate = new Gate();
        Loop loop = counting(now -> {
            gate.pass();
            return LONG;
        });
        loop.start();
        loop.start();
        gate.awaitArrival();
        assertThat(threads("holdfast-test")).hasSize(1);
        gate.open();
        loop.stop(LONG);
        loop.stop(LONG);
        assertThat(threads("holdfast-test")).isEmpty();
    }

    @Test
    void aLoopMayStopItself() throws Exception {
        AtomicReference<Loop> self = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        Loop loop = counting(now -> {
            self.get().stop(LONG);
            done.countDown();
            return Duration.ZERO;
        });
        self.set(loop);
        loop.start();
        assertThat(done.await(LONG.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        loop.stop(LONG);
        assertThat(rounds).hasSize(1);
    }

    @Test
    void aStopDoesNotWaitLongerThanItMayForARoundThatHangs() throws Exception {
        Gate gate = new Gate();
        Loop loop = counting(now -> {
            gate.passDeaf();
            return Duration.ZERO;
        });
        loop.start();
        gate.awaitArrival();
        loop.stop(Duration.ofMillis(10));
        gate.open();
        loop.stop(LONG);
        assertThat(rounds).as("the round under way was the last").hasSize(1);
    }

    @Test
    void startsAndStopsInAnyOrderLeaveNoThreadAndNoRoundAfterTheLastStop() throws Exception {
        for (int i = 0; i < 200; i++) {
            AtomicInteger count = new AtomicInteger();
            Loop loop = loop(now -> {
                count.incrementAndGet();
                return Duration.ZERO;
            });
            together(loop::start, loop::start, () -> stop(loop), () -> stop(loop));
            stop(loop);
            int atTheEnd = count.get();
            loop.start();
            loop.wake();
            assertThat(threads("holdfast-test")).isEmpty();
            assertThat(count).hasValue(atTheEnd);
        }
    }

    private static void stop(Loop loop) {
        try {
            loop.stop(LONG);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void together(Runnable... actions) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(actions.length);
        List<Thread> threads = new ArrayList<>();
        for (Runnable action : actions) {
            threads.add(new Thread(() -> {
                try {
                    barrier.await();
                } catch (InterruptedException | java.util.concurrent.BrokenBarrierException e) {
                    throw new IllegalStateException(e);
                }
                action.run();
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static List<Thread> threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .toList();
    }
}
