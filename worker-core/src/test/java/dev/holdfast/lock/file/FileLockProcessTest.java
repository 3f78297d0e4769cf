package dev.holdfast.lock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockUnavailable;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Renewal;
import dev.holdfast.lock.Steal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks between this process and another, which is killed with signal 9. */
class FileLockProcessTest {
    private static final LockKey KEY = LockKey.parse("repo-clone/owner/repo");

    @TempDir
    Path directory;

    private FileLockStore store;
    private Peer peer;

    @BeforeEach
    void start() throws Exception {
        store = new FileLockStore(Place.at(directory));
        peer = new Peer(directory);
    }

    @AfterEach
    void stop() {
        peer.close();
    }

    private FileHold takeNow() throws InterruptedException {
        return store.take(KEY, "a test", Duration.ZERO);
    }

    private FileHold waitFor() throws InterruptedException {
        return store.take(KEY, "a test", Duration.ofSeconds(30));
    }

    private void assertRefusedHere() {
        assertThatThrownBy(this::takeNow).isInstanceOf(LockUnavailable.class).hasMessageContaining("a peer");
    }

    @Test
    void another_process_is_refused_while_the_lock_is_held_and_granted_it_when_it_is_released() throws Exception {
        FileHold hold = takeNow();
        assertThat(peer.ask("take " + KEY)).startsWith("refused").contains("a test");

        peer.tell("wait " + KEY);
        long fence = hold.fence().value();
        hold.close();

        assertThat(Long.parseLong(peer.hear().replace("granted ", ""))).isGreaterThan(fence);
        assertRefusedHere();
        peer.ask("free " + KEY);
        takeNow().close();
    }

    @Test
    void the_lock_of_a_killed_process_is_free_when_it_is_dead_and_not_before() throws Exception {
        String granted = peer.ask("take " + KEY);
        assertRefusedHere();

        peer.kill();

        try (FileHold hold = takeNow()) {
            assertThat(hold.fence().value()).isGreaterThan(Long.parseLong(granted.replace("granted ", "")));
        }
    }

    @Test
    void a_frozen_process_keeps_its_lock_however_old_its_record_is() throws Exception {
        peer.ask("take " + KEY);
        Path record = KeyFiles.of(directory, KEY).record();
        Files.setLastModifiedTime(record, FileTime.from(Instant.EPOCH));
        signal("STOP");

        assertRefusedHere();

        signal("CONT");
        peer.ask("free " + KEY);
        takeNow().close();
    }

    private void signal(String name) throws Exception {
        String pid = Long.toString(peer.process().pid());
        assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor())
                .isZero();
    }

    @Test
    void children_that_outlive_a_killed_owner_are_gone_when_its_successor_is_granted_the_lock() throws Exception {
        peer.ask("take " + KEY);
        long pid = Long.parseLong(peer.ask("child " + KEY).replace("child ", ""));
        Child child = new Child(pid, Processes.OF_THIS_HOST.startOf(pid));
        peer.kill();
        assertThat(Processes.OF_THIS_HOST.living(child)).hasSizeGreaterThanOrEqualTo(2);

        waitFor().close();

        assertThat(Processes.OF_THIS_HOST.living(child)).isEmpty();
    }

    @Test
    void a_lock_whose_child_still_runs_is_not_released() throws Exception {
        Process child = new ProcessBuilder("sleep", "300").start();
        FileHold hold = takeNow();
        hold.adopt(child.toHandle());

        hold.close();

        assertThat(peer.ask("take " + KEY)).startsWith("refused");
        child.destroyForcibly().waitFor();
        takeNow().close();
        assertThat(peer.ask("take " + KEY)).startsWith("granted");
    }

    @Test
    void claims_and_releases_of_an_interrupted_thread_drop_no_other_lock_of_this_process() throws Exception {
        FileHold other = takeNow();
        LockKey key = LockKey.parse("repo-clone/owner/other");
        Thread.currentThread().interrupt();
        store.take(key, "a test", Duration.ZERO).close();
        assertThat(Thread.interrupted()).isTrue();

        assertThat(other.isHeld()).isTrue();
        assertThat(peer.ask("take " + KEY)).startsWith("refused");
        other.close();
    }

    @Test
    void a_second_store_of_the_directory_drops_no_lock_of_the_first() throws Exception {
        FileHold hold = takeNow();
        Path link = Files.createSymbolicLink(directory.resolveSibling(directory.getFileName() + "-link"), directory);
        try {
            FileLockStore second = new FileLockStore(Place.at(link));
            assertThatThrownBy(() -> second.take(KEY, "a test", Duration.ZERO)).isInstanceOf(LockUnavailable.class);
            second.take(LockKey.parse("a/b"), "a test", Duration.ZERO).close();

            assertThat(peer.ask("take " + KEY)).startsWith("refused");
        } finally {
            Files.delete(link);
            hold.close();
        }
    }

    @Test
    void a_guard_that_somebody_removed_is_noticed_and_admits_nobody_while_the_owner_lives() throws Exception {
        var claim = store.claim(KEY, Owner.of(new SessionId(1)));
        claim.tryAcquire();
        Files.delete(directory.resolve(Guards.NAME));

        assertThat(store.renewAll(List.of(claim)).get(claim)).isInstanceOf(Renewal.Lost.class);
        assertThat(peer.ask("take " + KEY)).startsWith("refused");
        assertThatThrownBy(this::takeNow).isInstanceOf(LockUnavailable.class);

        claim.release();
        assertThat(peer.ask("take " + KEY)).startsWith("granted");
    }

    @Test
    void nothing_is_stolen_from_a_process_that_lives() throws Exception {
        peer.ask("take " + KEY);
        Steal request = new Steal("it hangs", Steal.Mode.NOW);

        assertThat(store.claim(KEY, Owner.of(new SessionId(1))).steal(request).toString())
                .contains("a peer", "not stolen");
        assertThatThrownBy(() -> store.inspector().steal(KEY, request))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("a peer");

        assertThat(peer.ask("free " + KEY)).isEqualTo("freed");
        takeNow().close();
    }

    @Test
    void whoever_waits_too_long_is_refused_and_holds_nothing() throws Exception {
        peer.ask("take " + KEY);

        assertThatThrownBy(() -> store.take(KEY, "a test", Duration.ofMillis(100)))
                .isInstanceOf(LockUnavailable.class)
                .hasMessageContaining("a peer in process " + peer.process().pid());

        peer.ask("free " + KEY);
        assertThat(peer.ask("take " + KEY)).startsWith("granted");
    }
}
