package dev.holdfast.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class DeathOfTheJvmTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path root;

    @Test
    void takesTheServerWithItEvenByKillNine() throws Exception {
        try (ChildServer child = ChildServer.start(root, TestFolders.binaries())) {
            ProcessHandle postmaster = child.postmaster();

            child.kill();

            await().atMost(PATIENCE).until(() -> !postmaster.isAlive());
            assertThat(Files.readString(root.resolve("postgres.log"))).contains("database system is shut down");
        }
    }

    @Test
    void isTheOnlyWayToLoseAFolderToAnotherProcess() throws Exception {
        try (ChildServer child = ChildServer.start(root, TestFolders.binaries())) {
            assertThatThrownBy(() -> EmbeddedPostgres.start(TestFolders.server(root)))
                    .isInstanceOf(FolderInUse.class)
                    .hasMessageContaining(root.toString())
                    .hasMessageContaining(Long.toString(child.jvmPid()));
            assertThat(child.postmaster().isAlive()).isTrue();
        }
    }

    @Test
    void leavesNoOrphanThatTheNextStartDoesNotStop() throws Exception {
        try (ChildServer child = ChildServer.start(root, TestFolders.binaries())) {
            ProcessHandle orphan = child.postmaster();
            child.killGuard();
            child.kill();
            assertThat(orphan.isAlive()).isTrue();

            try (EmbeddedPostgres server = EmbeddedPostgres.start(TestFolders.server(root))) {
                await().atMost(PATIENCE).until(() -> !orphan.isAlive());
                assertThat(server.createDatabase()).contains(":" + server.port() + "/");
            }
        }
    }

    @Test
    void doesNotLetAnOldProcessNumberHurtAStranger() throws Exception {
        EmbeddedPostgres.start(TestFolders.server(root)).close();
        Process stranger = new ProcessBuilder("cat").start();
        Files.writeString(root.resolve("data/postmaster.pid"), stranger.pid() + "\n" + root.resolve("data") + "\n");

        EmbeddedPostgres.start(TestFolders.server(root)).close();

        assertThat(stranger.isAlive()).isTrue();
        stranger.destroyForcibly();
    }

    @Test
    void isNotMistakenForTheLossOfAHalfMadeDataFolder() throws Exception {
        Files.createDirectories(root.resolve("data.new/base"));
        Files.writeString(root.resolve("superuser.password"), "from a start that was killed\n");

        try (EmbeddedPostgres server = EmbeddedPostgres.start(TestFolders.server(root))) {
            assertThat(server.createDatabase()).contains(server.password());
        }
    }
}
