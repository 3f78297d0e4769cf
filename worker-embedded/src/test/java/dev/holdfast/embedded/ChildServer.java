package dev.holdfast.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A JVM of its own that starts a server and then only waits to be killed. */
final class ChildServer implements AutoCloseable {
    private final Process jvm;
    private final long postmaster;

    private ChildServer(Process jvm, long postmaster) {
        this.jvm = jvm;
        this.postmaster = postmaster;
    }

    static ChildServer start(Path root, Path binaries) throws IOException {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ChildServer.class.getName(),
                        root.toString(),
                        binaries.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8));
        return new ChildServer(jvm, Long.parseLong(output.readLine()));
    }

    long jvmPid() {
        return jvm.pid();
    }

    ProcessHandle postmaster() {
        return ProcessHandle.of(postmaster).orElseThrow();
    }

    /** Takes away everything that would stop the server when its JVM goes. */
    void killGuard() {
        ProcessHandle guard = postmaster().parent().orElseThrow();
        guard.children().filter(child -> child.pid() != postmaster).forEach(ProcessHandle::destroyForcibly);
        guard.destroyForcibly();
    }

    void kill() throws InterruptedException {
        jvm.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        try (EmbeddedPostgres server = EmbeddedPostgres.start(
                PostgresConfig.in(root).withBinaries(Path.of(args[1])).with("fsync", "off"))) {
            System.out.println(TestFolders.postmaster(root));
            int endOfInput = System.in.read();
            throw new IllegalStateException("not killed but told " + endOfInput + " on port " + server.port());
        }
    }
}
