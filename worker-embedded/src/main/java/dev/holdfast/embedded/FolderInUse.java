package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Path;

/** Another process, or another server of this one, owns the folder. */
final class FolderInUse extends IOException {
    private static final long serialVersionUID = 1L;

    FolderInUse(Path root, String owner) {
        super("another server owns the embedded database in " + root + " (its process is " + owner
                + "); stop it or choose another folder");
    }
}
