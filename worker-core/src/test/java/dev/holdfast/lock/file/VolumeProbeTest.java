package dev.holdfast.lock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.LockKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VolumeProbeTest {
    @TempDir
    Path directory;

    @Test
    void a_volume_that_honours_locks_is_accepted_and_nothing_is_left_on_it() throws Exception {
        FileLockStore store = FileLockStore.open(directory.resolve("deep/inside"));

        assertThat(store.inspector().list(10)).isEmpty();
        store.take(LockKey.parse("a/b"), "a test", Duration.ZERO).close();
    }

    @Test
    void case_72_a_volume_on_which_locks_do_nothing_is_refused() {
        assertThatThrownBy(() -> probe((guard, position) -> shell("echo granted")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("granted a lock that is held here")
                .hasMessageContaining(directory.toString());
    }

    /** For real: the other process asks for the lock on another file, as on a volume of which each has a copy. */
    @Test
    void case_72_a_volume_of_which_each_process_sees_its_own_copy_is_refused() throws Exception {
        Path copy = Files.createFile(directory.resolve("copy"));

        assertThatThrownBy(() -> probe((guard, position) -> AnotherJvm.start(copy, position)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("granted a lock that is held here");
    }

    @Test
    void a_volume_on_which_a_released_lock_is_not_free_is_refused() {
        assertThatThrownBy(() -> probe((guard, position) -> shell("echo refused")))
                .hasMessageContaining("keeps other processes out");
    }

    @Test
    void a_volume_that_cannot_be_probed_is_refused() {
        assertThatThrownBy(() -> probe((guard, position) -> shell("exit 3"))).hasMessageContaining("exit code 3");
        assertThatThrownBy(() -> FileLockStore.open(Path.of("/proc/none"))).isInstanceOf(IOException.class);
    }

    @Test
    void a_volume_is_probed_once_in_a_jvm() {
        AtomicInteger started = new AtomicInteger();
        VolumeProbe.Rival counting = (guard, position) -> {
            started.incrementAndGet();
            return AnotherJvm.start(guard, position);
        };

        assertThatCode(() -> probe(counting)).doesNotThrowAnyException();
        assertThatCode(() -> probe(counting)).doesNotThrowAnyException();

        assertThat(started).hasValue(1);
    }

    private void probe(VolumeProbe.Rival rival) throws IOException, InterruptedException {
        new VolumeProbe(Place.at(directory), rival).prove();
    }

    private static Process shell(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script).start();
    }
}
