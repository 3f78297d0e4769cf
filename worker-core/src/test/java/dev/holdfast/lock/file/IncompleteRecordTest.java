package dev.holdfast.lock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockUnavailable;
import dev.holdfast.memory.ManualTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that are empty, torn or no record at all: one guard judges all three, by their age alone. */
class IncompleteRecordTest {
    private static final LockKey KEY = LockKey.parse("repo-clone/owner/repo");
    private static final Duration A_MOMENT = Duration.ofMillis(1);

    @TempDir
    Path directory;

    private final ManualTime time = new ManualTime();
    private Records records;
    private FileLockStore store;

    @BeforeEach
    void open() {
        records = new Records(directory, KEY);
        store = new FileLockStore(new Place(directory, FileCalls.REAL, Processes.OF_THIS_HOST, time));
    }

    private void plant(String text, Duration age) throws Exception {
        records.plant(text);
        Files.setLastModifiedTime(records.file(), FileTime.from(time.instant().minus(age)));
    }

    private FileHold take() throws InterruptedException {
        return store.take(KEY, "a test", Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{\"key\": \"repo-cl", "[1]", "null", "7", "\"text\"", "{}", "\0\0\0", "{\"key\":null}"})
    void case_67_withinGrace_it_is_polled_and_not_reclaimed(String text) throws Exception {
        plant(text, FileLockStore.INCOMPLETE_GRACE.minus(A_MOMENT));

        assertThatThrownBy(this::take).isInstanceOf(LockUnavailable.class).hasMessageContaining("not complete yet");

        assertThat(records.file()).hasContent(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{\"key\": \"repo-cl", "[1]", "null", "7", "\"text\"", "{}", "\0\0\0", "{\"key\":null}"})
    void case_67_pastGrace_it_is_reclaimed(String text) throws Exception {
        plant(text, FileLockStore.INCOMPLETE_GRACE);

        try (FileHold hold = take()) {
            assertThat(hold.isHeld()).isTrue();
        }
    }

    @Test
    void the_grace_is_five_seconds() {
        assertThat(FileLockStore.INCOMPLETE_GRACE).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void withinGrace_a_fresh_empty_peer_record_is_polled_and_not_reclaimed() throws Exception {
        FileLockStore real = new FileLockStore(Place.at(directory));
        records.plant("");

        assertThatThrownBy(() -> real.take(KEY, "a test", Duration.ofMillis(200)))
                .isInstanceOf(LockUnavailable.class);

        assertThat(records.file()).isEmptyFile();
    }

    @Test
    void withinGrace_a_waiter_is_granted_the_lock_when_the_peer_takes_its_record_away() throws Exception {
        FileLockStore real = new FileLockStore(Place.at(directory));
        records.plant("");
        CompletableFuture<FileHold> waiter = CompletableFuture.supplyAsync(() -> takePatiently(real));
        assertThat(waiter).isNotDone();

        Files.delete(records.file());

        waiter.join().close();
    }

    private static FileHold takePatiently(FileLockStore store) {
        try {
            return store.take(KEY, "a test", Duration.ofSeconds(30));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void pastGrace_an_old_one_is_reclaimed_through_the_real_stat() throws Exception {
        FileLockStore real = new FileLockStore(Place.at(directory));
        records.plant("");
        Files.setLastModifiedTime(records.file(), FileTime.from(Instant.now().minusSeconds(6)));

        try (FileHold hold = real.take(KEY, "a test", Duration.ZERO)) {
            assertThat(hold.isHeld()).isTrue();
        }
    }

    @Test
    void a_stat_that_finds_the_record_vanished_means_that_it_can_be_reclaimed() throws Exception {
        FileCalls vanishing = new FileCalls(FileCalls.REAL.open(), FileCalls.REAL.write(), path -> {
            if (path.equals(records.file())) {
                Files.delete(path);
            }
            return FileCalls.REAL.stat().stat(path);
        });
        records.plant("");

        FileLockStore onVanishing = new FileLockStore(new Place(directory, vanishing, Processes.OF_THIS_HOST, time));
        try (FileHold hold = onVanishing.take(KEY, "a test", Duration.ZERO)) {
            assertThat(hold.isHeld()).isTrue();
        }
    }

    @Test
    void a_clock_that_was_set_back_far_does_not_block_for_ever() throws Exception {
        plant("", Duration.ofDays(-1));

        take().close();
    }

    @Test
    void case_67_a_write_that_breaks_off_leaves_nothing_that_a_peer_could_see() throws Exception {
        FileCalls tearing = new FileCalls(
                FileCalls.REAL.open(),
                (file, bytes) -> {
                    file.write(bytes, 0, bytes.length / 2);
                    throw new java.io.IOException("no space left");
                },
                FileCalls.REAL.stat());
        FileLockStore torn = new FileLockStore(new Place(directory, tearing, Processes.OF_THIS_HOST, time));

        assertThatThrownBy(() -> torn.take(KEY, "a test", Duration.ZERO))
                .isInstanceOf(LockUnavailable.class)
                .hasMessageContaining("no space left");

        assertThat(records.file()).doesNotExist();
        take().close();
    }
}
