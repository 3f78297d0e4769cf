package dev.holdfast.lock.file;

import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockUnavailable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Another process: does what it reads from its standard input, line by line, and answers each with a line. */
final class PeerMain {
    private final FileLockStore store;
    private final Map<String, FileHold> holds = new HashMap<>();
    private final ExecutorService pool = Executors.newCachedThreadPool();

    private PeerMain(Path directory) {
        store = new FileLockStore(Place.at(directory));
    }

    public static void main(String[] arguments) throws Exception {
        PeerMain peer = new PeerMain(Path.of(arguments[0]));
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println(peer.answer(line.split(" ")));
        }
        System.exit(0);
    }

    private String answer(String[] words) throws Exception {
        String key = words[1];
        return switch (words[0]) {
            case "take" -> take(key, Duration.ZERO);
            case "wait" -> take(key, Duration.ofSeconds(30));
            case "child" -> child(key);
            case "race" -> race(key, Integer.parseInt(words[2]));
            case "free" -> free(key);
            default -> throw new IllegalArgumentException(words[0]);
        };
    }

    private String take(String key, Duration patience) throws InterruptedException {
        try {
            FileHold hold = store.take(LockKey.parse(key), "a peer", patience);
            holds.put(key, hold);
            return "granted " + hold.fence().value();
        } catch (LockUnavailable e) {
            return "refused " + e.getMessage();
        }
    }

    /** A child that has a child, both of which would outlive us. */
    private String child(String key) throws IOException {
        Process child = new ProcessBuilder("setsid", "sh", "-c", "sleep 300 & sleep 300").start();
        holds.get(key).adopt(child.toHandle());
        return "child " + child.pid();
    }

    /** Several threads that ask once, at the same moment. */
    private String race(String key, int threads) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(threads);
        Callable<String> asks = () -> {
            barrier.await();
            return take(key, Duration.ZERO);
        };
        List<Future<String>> answers = pool.invokeAll(Collections.nCopies(threads, asks));
        int granted = 0;
        for (Future<String> answer : answers) {
            granted += answer.get().startsWith("granted") ? 1 : 0;
        }
        return "granted " + granted;
    }

    private String free(String key) {
        FileHold hold = holds.remove(key);
        if (hold != null) {
            hold.close();
        }
        return "freed";
    }
}
