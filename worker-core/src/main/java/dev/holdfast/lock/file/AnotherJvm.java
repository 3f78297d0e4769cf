package dev.holdfast.lock.file;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.CodeSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The second process that a volume is probed with: a JVM as small as they come, since within one JVM locks never contend,
 * and the flock of a shell is a lock of another kind, which a volume may honour or not as it likes. It prints a line when
 * it is refused for the first time, and one when it is granted the lock, and ends.
 */
final class AnotherJvm {
    static final String REFUSED = "refused";
    static final String GRANTED = "granted";

    private static final int MOST_TRIES = 500;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private AnotherJvm() {}

    static Process start(Path guard, long position) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx16m",
                "-cp",
                ourClasses(),
                AnotherJvm.class.getName(),
                guard.toString(),
                Long.toString(position)));
        builder.environment().keySet().removeIf(name -> name.equals("JAVA_TOOL_OPTIONS") || name.contains("JDK_JAVA"));
        return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    private static String ourClasses() throws IOException {
        CodeSource source = AnotherJvm.class.getProtectionDomain().getCodeSource();
        try {
            return Path.of(source.getLocation().toURI()).toString();
        } catch (URISyntaxException | RuntimeException e) {
            throw new IOException("cannot find our own classes to start a second process with: " + source, e);
        }
    }

    /** Arguments: the guard, and the byte of it to lock. */
    public static void main(String[] arguments) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
            ask(channel, Long.parseLong(arguments[1]));
        }
    }

    @SuppressWarnings("SystemOut")
    private static void ask(FileChannel channel, long position) throws IOException {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            if (channel.tryLock(position, 1, false) != null) {
                System.out.println(GRANTED);
                return;
            }
            if (tries == 0) {
                System.out.println(REFUSED);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
