package dev.holdfast.github.repo;

import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockUnavailable;
import dev.holdfast.lock.file.FileHold;
import dev.holdfast.lock.file.FileLockStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Clones of repositories below a base directory, each worked in by one process of the host at a time. Thread-safe.
 *
 * <p>Every git is a child that dies with this JVM, and that the lock's record knows before it begins: a successor of a
 * killed process begins when no git of it runs any more. What a killed git leaves is put right: its lock files are removed,
 * the clone is looked into ({@code git fsck}), and made anew if it is broken.
 *
 * <p>The clone has the whole history: a bounded one would lack the commit from which two branches parted. Submodules and
 * files in large file storage are not fetched, hooks do not run, and git reads no configuration of the machine.
 */
public final class RepoClone {
    private final Path base;
    private final FileLockStore locks;
    private final Remote remote;
    private final Git.Tools tools;
    private final Duration patience;

    private RepoClone(Path base, FileLockStore locks, Remote remote, Git.Tools tools, Duration patience) {
        this.base = base;
        this.locks = locks;
        this.remote = remote;
        this.tools = tools;
        this.patience = patience;
    }

    /**
     * How clones are made.
     *
     * @param git the program, by name or path
     * @param timeout bound of one git command
     * @param patience how long to wait for another process that works in the clone
     */
    public record Limits(String git, Duration timeout, Duration patience) {}

    /**
     * Opens a directory of clones, which is made when missing, and checks that git can be run and that the volume honours
     * locks. Blocks for as long as that takes.
     *
     * @throws IOException if not; the message says what to change
     */
    public static RepoClone open(Path directory, Remote remote, Limits limits)
            throws IOException, InterruptedException {
        Path base =
                Files.createDirectories(directory.toAbsolutePath().normalize()).toRealPath();
        Requirements.check(limits.git());
        Path home = Files.createDirectories(base.resolve("home"));
        Git.Tools tools = new Git.Tools(limits.git(), home, limits.timeout());
        return new RepoClone(base, FileLockStore.open(base.resolve("locks")), remote, tools, limits.patience());
    }

    /** True if this machine has what clones need. Blocks for a moment. */
    public static boolean isPossible(String git) {
        try {
            Requirements.check(git);
            return true;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Takes the repository's lock, brings its clone up to date and checks out a ref. Blocks for as long as the network
     * takes, each git command at most for its timeout; interruptible, and cancellable from another thread.
     *
     * @param wanted the first is checked out; the others are fetched with it
     * @param onCancel is given what kills the git of the moment and lets no other start
     * @throws LockUnavailable if another process works in the clone for longer than the patience
     * @throws GitException if git fails, takes too long, or is cancelled
     */
    public WorkTree checkOut(RepoName repo, List<Ref> wanted, Consumer<Runnable> onCancel)
            throws IOException, InterruptedException {
        if (wanted.isEmpty()) {
            throw new IllegalArgumentException("there is nothing to check out");
        }
        List<Ref> refs = new ArrayList<>(wanted);
        Cancellation cancellation = new Cancellation();
        onCancel.accept(cancellation::cancel);
        FileHold hold = locks.take(new LockKey("repo-clone", repo.toString()), "a clone of " + repo, patience);
        try {
            Git git = new Git(tools, remote, hold, cancellation);
            CloneFolder folder = CloneFolder.of(base, repo);
            new Update(git, folder, remote.url(repo)).to(refs);
            return new WorkTree(git, folder.tree(), hold);
        } catch (IOException | InterruptedException | RuntimeException e) {
            hold.close();
            throw e;
        }
    }
}
