package dev.holdfast.runtime;

import dev.holdfast.job.PayloadCodec;
import dev.holdfast.queue.LeasedJob;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What every job passes through in this process, whatever else it does; beside 10,000 other attempts that run. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HotPaths {
    private static final int OTHERS = 10_000;

    /** A payload as jobs have them. */
    public record Order(long id, String customer, List<String> items, boolean express) {}

    private final Pieces pieces = new Pieces();
    private final Attempts attempts = new Attempts(() -> {});
    private final LeasedJob job = Pieces.job(OTHERS + 1);
    private final Order order = new Order(4711, "someone in particular", List.of("one", "two", "three"), true);
    private final String json = PayloadCodec.encode(order);
    private AttemptScope scope;
    private Tracked tracked;
    private ScopedLock lock;

    @Setup
    public void others() {
        for (int i = 1; i <= OTHERS; i++) {
            Tracked other = pieces.tracked(Pieces.job(i));
            AttemptScope running = pieces.scope(other.job());
            attempts.add(other);
            attempts.start(other, running);
            pieces.context.locks().register(Pieces.lock(running));
        }
        scope = pieces.scope(job);
        tracked = pieces.tracked(job);
        lock = Pieces.lock(scope);
    }

    @Benchmark
    public Object scopeOpenAndClose() {
        AttemptScope opened = pieces.scope(job);
        opened.enter();
        opened.exit();
        opened.closeLocks();
        return opened;
    }

    @Benchmark
    public void registerAndForgetAttempt() {
        attempts.add(tracked);
        attempts.start(tracked, scope);
        attempts.stopped(tracked);
        attempts.forget(tracked.ref());
    }

    @Benchmark
    public Object registerAndForgetLock() {
        pieces.context.locks().register(lock);
        List<ScopedLock> found = pieces.context.locks().of(scope.ref());
        pieces.context.locks().unregister(lock);
        return found;
    }

    @Benchmark
    public String encodePayload() {
        return PayloadCodec.encode(order);
    }

    @Benchmark
    public Order decodePayload() {
        return PayloadCodec.decode(json, Order.class);
    }
}
