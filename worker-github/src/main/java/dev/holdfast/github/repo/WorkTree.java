package dev.holdfast.github.repo;

import dev.holdfast.lock.file.FileHold;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A repository as it was checked out, held until it is closed: no other process works in it meanwhile. For one thread at a
 * time. Nothing of it may be used after it was closed.
 */
public final class WorkTree implements AutoCloseable {
    private final Git git;
    private final Path path;
    private final FileHold hold;

    WorkTree(Git git, Path path, FileHold hold) {
        this.git = git;
        this.path = path;
        this.hold = hold;
    }

    /** The folder, with its {@code .git}. */
    public Path path() {
        return path;
    }

    /**
     * What the checked-out commit changes since it parted from the second of the refs that were asked for; from that ref
     * itself if they have no past in common. Cut at 256 KiB. Blocks while git runs.
     *
     * @throws GitException if git fails, takes too long, or is cancelled
     */
    public String diff() throws IOException, InterruptedException {
        Git.Output parted = diff(Update.local(1) + "..." + Update.local(0));
        Git.Output output = parted.isSuccess() ? parted : diff(Update.local(1) + ".." + Update.local(0));
        if (!output.isSuccess()) {
            throw Git.failed(output, "diff");
        }
        return output.text();
    }

    private Git.Output diff(String range) throws IOException, InterruptedException {
        return git.run(path, false, "diff", "--no-color", "--no-ext-diff", "--no-textconv", range, "--");
    }

    /** Lets the next one in. */
    @Override
    public void close() {
        hold.close();
    }
}
