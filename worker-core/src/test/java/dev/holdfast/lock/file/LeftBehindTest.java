package dev.holdfast.lock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockUnavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole records whose owner does not hold the kernel lock. */
class LeftBehindTest {
    private static final LockKey KEY = LockKey.parse("repo-clone/owner/repo");
    private static final ProcessName SELF = Records.SELF;

    @TempDir
    Path directory;

    private Records records;
    private FileLockStore store;

    @BeforeEach
    void open() {
        records = new Records(directory, KEY);
        store = new FileLockStore(Place.at(directory));
    }

    private void assertTaken() throws InterruptedException {
        store.take(KEY, "a test", Duration.ZERO).close();
    }

    @Test
    void this_process_can_tell_who_it_is() {
        assertThat(SELF.boot()).isNotEmpty();
        assertThat(SELF.pidNamespace()).startsWith("pid:");
        assertThat(SELF.start()).isPositive();
    }

    @Test
    void case_69_a_record_of_pid_1_in_another_container_is_not_taken_for_our_pid_1() throws Exception {
        records.plant(new ProcessName(SELF.boot(), "pid:[1]", 1, Processes.OF_THIS_HOST.startOf(1)));

        assertTaken();
    }

    @Test
    void case_69_the_same_pid_with_another_start_time_is_another_process() throws Exception {
        records.plant(Records.dead());

        assertTaken();
    }

    @Test
    void case_69_the_same_process_name_of_another_boot_is_dead() throws Exception {
        long parent = livingParent();
        records.plant(
                new ProcessName("another-boot", SELF.pidNamespace(), parent, Processes.OF_THIS_HOST.startOf(parent)));

        assertTaken();
    }

    @Test
    void case_69_an_owner_of_which_nothing_is_known_is_judged_by_the_kernel_lock_alone() throws Exception {
        long parent = livingParent();
        records.plant(new ProcessName("", "", parent, 0));

        assertTaken();
    }

    @Test
    void case_69_an_owner_that_lives_keeps_its_lock_however_old_its_record_is() throws Exception {
        long parent = livingParent();
        records.plant(
                new ProcessName(SELF.boot(), SELF.pidNamespace(), parent, Processes.OF_THIS_HOST.startOf(parent)));
        Files.setLastModifiedTime(records.file(), FileTime.from(Instant.EPOCH));

        assertThatThrownBy(this::assertTaken)
                .isInstanceOf(LockUnavailable.class)
                .hasMessageContaining("job 12 in process " + parent);
    }

    private static long livingParent() {
        return ProcessHandle.current().parent().orElseThrow().pid();
    }

    @Test
    void a_record_of_our_own_that_belongs_to_no_hold_is_put_aside() throws Exception {
        records.plant(SELF);

        assertTaken();
    }

    @Test
    void a_dead_owners_child_and_what_it_started_are_killed_before_the_lock_is_granted() throws Exception {
        Process child = new ProcessBuilder("setsid", "sh", "-c", "sleep 300 & sleep 300").start();
        Child recorded = childOf(child);
        records.plant(records.of(Records.dead(), List.of(recorded)));

        assertTaken();

        assertThat(Processes.OF_THIS_HOST.living(recorded)).isEmpty();
        assertThat(child.waitFor()).isEqualTo(128 + 9);
    }

    @Test
    void a_pid_that_was_given_out_again_is_spared() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "300").start();
        try {
            records.plant(records.of(
                    Records.dead(),
                    List.of(new Child(stranger.pid(), childOf(stranger).start() - 1))));

            assertTaken();

            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void children_of_another_container_are_not_looked_for_among_our_own_pids() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "300").start();
        try {
            records.plant(records.of(new ProcessName(SELF.boot(), "pid:[1]", 1, 1), List.of(childOf(stranger))));

            assertTaken();

            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    private static Child childOf(Process process) throws IOException {
        return new Child(process.pid(), Processes.OF_THIS_HOST.startOf(process.pid()));
    }
}
