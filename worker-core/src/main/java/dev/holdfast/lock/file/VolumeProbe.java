package dev.holdfast.lock.file;

import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStoreProbe;
import dev.holdfast.lock.Release;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Proves that the directory lies on a volume where a lock of ours keeps another process out, and lets it in when it is
 * released. Some network and shared volumes accept every lock and honour none.
 *
 * @param place to probe
 * @param other starts the other process
 */
record VolumeProbe(Place place, Rival other) {
    private static final int SECONDS = 30;

    /** Starts a process that behaves as {@link AnotherJvm} does. */
    @FunctionalInterface
    interface Rival {
        Process start(Path guard, long position) throws IOException;
    }

    /** Blocks until the other process has ended, at most a minute. Does nothing if this JVM has proven it before. */
    void prove() throws IOException, InterruptedException {
        Guard guard = Guards.of(place.directory(), place.calls());
        if (!guard.isProven()) {
            run(guard);
            guard.prove();
        }
    }

    private void run(Guard guard) throws IOException, InterruptedException {
        LockKey key = new LockKey(LockStoreProbe.NAMESPACE, UUID.randomUUID().toString());
        OwnerToken token = OwnerToken.random();
        Acquisition answer = new Taker(place).ask(key, new Taker.Asker("the probe of the volume", token));
        Hold hold = Guards.find(key, token).orElseThrow(() -> refused("a free lock is not granted: " + answer));
        Process rival = other.start(guard.file(), Guard.position(key));
        try {
            judge(rival, hold);
        } finally {
            rival.destroyForcibly();
            hold.release(place);
            place.fence(key).forget();
        }
    }

    private void judge(Process rival, Hold hold) throws IOException, InterruptedException {
        awaitWord(rival);
        if (hold.release(place) != Release.RELEASED) {
            throw refused("a lock cannot be released");
        }
        if (!rival.waitFor(SECONDS, TimeUnit.SECONDS)) {
            throw refused("another process could not be asked in " + SECONDS + " s");
        }
        List<String> said = new String(rival.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        judge(said, rival.exitValue());
    }

    /** Until the other has been answered, or is gone. */
    private static void awaitWord(Process rival) throws IOException, InterruptedException {
        Ticker ticker = Ticker.system();
        Duration giveUp = ticker.now().plusSeconds(SECONDS);
        while (rival.getInputStream().available() == 0 && ticker.now().compareTo(giveUp) < 0) {
            if (rival.waitFor(2, TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    private void judge(List<String> said, int exitCode) throws IOException {
        if (said.contains(AnotherJvm.GRANTED) && !said.contains(AnotherJvm.REFUSED)) {
            throw refused("another process was granted a lock that is held here");
        }
        if (!said.contains(AnotherJvm.REFUSED)) {
            throw refused("another process could not ask (exit code " + exitCode + ")");
        }
        if (!said.contains(AnotherJvm.GRANTED)) {
            throw refused("a lock that was released keeps other processes out");
        }
    }

    private IOException refused(String why) {
        return new IOException("file locks do not work in " + place.directory() + ": " + why
                + ". Use a directory on a local disk, or on a volume that honours POSIX record locks");
    }
}
