package dev.holdfast.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.holdfast.app.process.Threads;
import dev.holdfast.plugin.DemoScenario.DemoDelivery;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Delivers at a steady pace, on a thread of its own, as far as it is allowed to. Thread-safe. */
final class Feeder {
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

    private final List<DemoDelivery> deliveries;
    private final Deliverer deliverer;
    private final Screen screen;
    private final Thread thread = Threads.daemon("feeder", this::feed);

    private final CountDownLatch stopSignal = new CountDownLatch(1);

    @GuardedBy("this")
    private int allowed;

    @GuardedBy("this")
    private int accepted;

    Feeder(List<DemoDelivery> deliveries, Deliverer deliverer, Screen screen) {
        this.deliveries = List.copyOf(deliveries);
        this.deliverer = deliverer;
        this.screen = screen;
    }

    /** Starts delivering; nothing is delivered before something is allowed. */
    void start() {
        thread.start();
    }

    /** Allows the first part of all deliveries. */
    synchronized void allow(double part) {
        allowed = Math.max(allowed, (int) Math.ceil(part * deliveries.size()));
        notifyAll();
    }

    /** Delivers no more. */
    synchronized void stop() {
        stopSignal.countDown();
        notifyAll();
    }

    synchronized int accepted() {
        return accepted;
    }

    /** Waits until everything is delivered, or it was told to stop. */
    void awaitEnd() throws InterruptedException {
        thread.join();
    }

    private void feed() {
        try {
            int next = 0;
            while (next < deliveries.size() && awaitAllowed(next) && pause(Times.PACE)) {
                deliver(deliveries.get(next++));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean awaitAllowed(int index) throws InterruptedException {
        while (index >= allowed && !isStopped()) {
            wait();
        }
        return !isStopped();
    }

    private boolean isStopped() {
        return stopSignal.getCount() == 0;
    }

    /** Until it is accepted: nobody may be up for a moment. */
    private void deliver(DemoDelivery delivery) throws InterruptedException {
        Optional<JsonNode> answer = deliverer.deliver(delivery);
        while (answer.isEmpty() && pause(BETWEEN_TRIES)) {
            answer = deliverer.deliver(delivery);
        }
        answer.ifPresent(body -> count(delivery, body));
    }

    private synchronized void count(DemoDelivery delivery, JsonNode answer) {
        accepted++;
        String jobs = answer.path("jobs").isEmpty() ? "changes nothing" : "job " + joined(answer.path("jobs"));
        String what = answer.path("duplicate").asBoolean() ? "seen before, " + jobs : jobs;
        screen.delivery(delivery.about() + " → " + what);
    }

    private static String joined(JsonNode jobs) {
        StringBuilder text = new StringBuilder();
        jobs.forEach(job -> text.append(text.isEmpty() ? "" : ", ").append(job.asLong()));
        return text.toString();
    }

    /** Shorter if it is told to stop. */
    private boolean pause(Duration time) throws InterruptedException {
        return !stopSignal.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }
}
