package dev.holdfast.github.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Keeps the first bytes of a body and hangs up on the rest, so that no server can fill the memory. */
final class LimitedBody implements BodySubscriber<LimitedBody.Kept> {
    /**
     * What was kept.
     *
     * @param text read as UTF-8
     * @param cut true if there was more
     */
    record Kept(String text, boolean cut) {}

    private final int limit;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CompletableFuture<Kept> body = new CompletableFuture<>();
    private Flow.Subscription subscription;

    LimitedBody(int limit) {
        this.limit = limit;
    }

    @Override
    public CompletionStage<Kept> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        this.subscription = subscription;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        if (body.isDone()) {
            return;
        }
        buffers.forEach(this::keep);
        if (kept.size() > limit) {
            subscription.cancel();
            body.complete(new Kept(text(limit), true));
        }
    }

    private String text(int bytes) {
        return new String(kept.toByteArray(), 0, bytes, StandardCharsets.UTF_8);
    }

    /** One byte more than the limit is kept, as the sign that there was more. */
    private void keep(ByteBuffer buffer) {
        byte[] bytes = new byte[Math.min(buffer.remaining(), limit + 1 - kept.size())];
        buffer.get(bytes);
        kept.writeBytes(bytes);
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(new Kept(text(kept.size()), false));
    }
}
