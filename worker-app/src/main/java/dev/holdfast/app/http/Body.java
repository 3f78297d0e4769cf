package dev.holdfast.app.http;

import dev.holdfast.lease.Ticker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;

/** Reads a request's body within bounds: a sender may neither fill the memory nor keep a thread for ever. */
final class Body {
    private static final int CHUNK = 8192;
    /** GitHub's largest delivery has 25 MiB. */
    private static final long MOST_DISCARDED = 32L * 1024 * 1024;

    private static final Duration DISCARDING = Duration.ofSeconds(5);

    private final int maxBytes;
    private final Duration patience;
    private final Ticker ticker;

    Body(int maxBytes, Duration patience, Ticker ticker) {
        this.maxBytes = maxBytes;
        this.patience = patience;
        this.ticker = ticker;
    }

    /** The body took longer to arrive than is waited for. */
    static final class TooSlow extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The whole body; empty if it is too large, of which no more than the limit is ever held.
     *
     * @param declared its length as the sender says, or negative for a chunked one
     */
    Optional<byte[]> read(InputStream in, long declared) throws IOException {
        return declared > maxBytes ? Optional.empty() : readCounting(in);
    }

    private Optional<byte[]> readCounting(InputStream in) throws IOException {
        Duration deadline = ticker.now().plus(patience);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
            if (body.size() + n > maxBytes) {
                return Optional.empty();
            }
            if (ticker.now().compareTo(deadline) > 0) {
                throw new TooSlow();
            }
            body.write(chunk, 0, n);
        }
        return Optional.of(body.toByteArray());
    }

    /**
     * Reads on without keeping anything, within bounds: a sender that is cut off while it sends loses the answer.
     */
    void discard(InputStream in) throws IOException {
        Duration deadline = ticker.now().plus(DISCARDING);
        byte[] chunk = new byte[CHUNK];
        long left = MOST_DISCARDED;
        int n = 0;
        while (n >= 0 && left > 0 && ticker.now().compareTo(deadline) < 0) {
            n = in.read(chunk);
            left -= n;
        }
    }
}
