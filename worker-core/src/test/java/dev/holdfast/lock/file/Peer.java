package dev.holdfast.lock.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Another process as a test speaks to it, see {@link PeerMain}. */
final class Peer implements AutoCloseable {
    private final Process process;
    private final PrintWriter input;
    private final BufferedReader output;

    Peer(Path directory) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PeerMain.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        input = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        output = process.inputReader(StandardCharsets.UTF_8);
        assertThat(output.readLine()).isEqualTo("ready");
    }

    Process process() {
        return process;
    }

    String ask(String line) throws IOException {
        tell(line);
        return hear();
    }

    void tell(String line) {
        input.println(line);
    }

    String hear() throws IOException {
        return output.readLine();
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
