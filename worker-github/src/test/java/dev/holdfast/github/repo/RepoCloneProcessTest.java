package dev.holdfast.github.repo;

import static dev.holdfast.github.repo.LocalRemote.REPO;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed with signal 9 while a git of theirs works. {@code -Dcases.rounds=50} plays the campaign. */
class RepoCloneProcessTest {
    private static final int ROUNDS = Integer.getInteger("cases.rounds", 5);
    private static final long SEED = Long.getLong("cases.seed", new Random().nextLong());
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private LocalRemote remote;
    private FakeGit fake;
    private Path base;

    @BeforeEach
    void create() throws Exception {
        remote = LocalRemote.create(directory.resolve("remote"));
        fake = new FakeGit(directory.resolve("fake"));
        base = directory.resolve("base");
    }

    private void checkOutHere() throws Exception {
        RepoClone clones = RepoClone.open(base, remote.remote(), new RepoClone.Limits("git", LONG, LONG));
        clones.checkOut(REPO, List.of(new Ref("main")), action -> {}).close();
    }

    private void assertSound() throws Exception {
        Path tree = base.resolve("clones/octo/shop");
        LocalRemote.git(tree, "fsck", "--strict");
        assertThat(LocalRemote.git(tree, "status", "--porcelain")).isEmpty();
        assertThat(LocalRemote.git(tree, "rev-parse", "HEAD")).isEqualTo(remote.head());
        try (Stream<Path> files = Files.walk(tree.resolve(".git"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.endsWith(".lock") || name.startsWith("holdfast-"));
        }
    }

    private void awaitFile(Path file) {
        Awaitility.await().atMost(LONG).pollInterval(Duration.ofMillis(2)).until(() -> Files.exists(file));
    }

    @Test
    void case_71_no_git_outlives_its_killed_jvm_by_more_than_a_second() throws Exception {
        Process jvm = CloneMain.start(base, remote, fake.fetchingSlowly(), "main");
        awaitFile(directory.resolve("fake/asked"));
        List<ProcessHandle> gits = jvm.descendants().toList();
        assertThat(gits).hasSizeGreaterThanOrEqualTo(4);

        jvm.destroyForcibly();

        Awaitility.await()
                .pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(1))
                .until(() -> gits.stream().noneMatch(RepoCloneProcessTest::runs));
        checkOutHere();
        assertSound();
    }

    @Test
    void case_71_a_successor_begins_when_the_gits_of_its_predecessor_are_gone_although_nothing_killed_them()
            throws Exception {
        Process jvm = CloneMain.start(base, remote, fake.fetchingSlowly(), "main");
        awaitFile(directory.resolve("fake/asked"));
        List<ProcessHandle> gits = jvm.descendants().toList();
        signal("STOP", gits);

        jvm.destroyForcibly().waitFor();
        assertThat(gits).anyMatch(RepoCloneProcessTest::runs);
        checkOutHere();

        assertThat(gits).noneMatch(RepoCloneProcessTest::runs);
        assertSound();
    }

    /** A dead process that nobody has waited for yet has no command. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    private static void signal(String name, List<ProcessHandle> processes) throws Exception {
        for (ProcessHandle process : processes) {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }
    }

    @Test
    void i11_never_two_gits_in_one_clone_of_several_processes() throws Exception {
        String git = fake.doing(":");
        List<Process> jvms = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            jvms.add(CloneMain.start(base, remote, git, "main"));
        }
        for (Process jvm : jvms) {
            assertThat(jvm.waitFor()).isZero();
        }

        List<String> log = Files.readAllLines(fake.log());
        log.removeIf(line -> line.endsWith("--version"));
        assertThat(log).hasSizeGreaterThan(3 * 2 * 3);
        for (int line = 0; line < log.size(); line += 2) {
            assertThat(log.get(line + 1)).isEqualTo(log.get(line).replace("begin", "end"));
        }
        assertSound();
    }

    @Test
    void case_70_a_kill_at_any_point_of_clone_fetch_and_reset_is_put_right_by_the_next_attempt() throws Exception {
        Random random = new Random(SEED);
        System.out.println(ROUNDS + " rounds (-Dcases.seed=" + SEED + ")");
        remote.commitFiles(1500, "round 0");
        String git = fake.doing(":");
        for (int round = 1; round <= ROUNDS; round++) {
            String command = List.of("clone", "fetch", "reset").get(random.nextInt(3));
            killDuring(git, command, random.nextInt(120));
            checkOutHere();
            assertSound();
            if (random.nextBoolean()) {
                remote.commitFiles(1500, "round " + round);
            }
        }
    }

    private void killDuring(String git, String command, int millis) throws Exception {
        if (command.equals("clone")) {
            deleteClone();
        }
        Files.deleteIfExists(fake.began(command));
        Process jvm = CloneMain.start(base, remote, git, "main");
        awaitFile(fake.began(command));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        jvm.destroyForcibly().waitFor();
    }

    private void deleteClone() throws Exception {
        new ProcessBuilder("rm", "-rf", base.resolve("clones").toString())
                .start()
                .waitFor();
    }
}
