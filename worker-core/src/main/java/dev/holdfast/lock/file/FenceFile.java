package dev.holdfast.lock.file;

import dev.holdfast.lease.FencingToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The number of a key's last grant, kept through restarts. Used by whoever holds the key's kernel lock. */
record FenceFile(Path file, FileCalls calls) {
    /** Draws the next number and writes it down before anybody sees it. */
    FencingToken next(InstantSource clock) throws IOException {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
        FencingToken next = new FencingToken(Math.max(last() + 1, micros));
        calls.replace(file, Long.toString(next.value()).getBytes(StandardCharsets.US_ASCII));
        return next;
    }

    /** 0 if there was none, or if somebody else has spoilt the file: then the clock is all there is. */
    long last() throws IOException {
        Optional<byte[]> bytes = calls.read(file);
        try {
            long last = bytes.isEmpty() ? 0 : Long.parseLong(new String(bytes.get(), StandardCharsets.US_ASCII));
            return last > 0 && last < Long.MAX_VALUE ? last : 0;
        } catch (NumberFormatException spoilt) {
            return 0;
        }
    }

    /** From now on the clock alone keeps the number rising. */
    void forget() throws IOException {
        Files.deleteIfExists(file);
    }
}
