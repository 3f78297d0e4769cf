package dev.holdfast.lock.file;

import java.io.IOException;

/** The real calls, which fail for as long as a test says so. */
final class FailingDisk {
    private volatile boolean failing;

    FileCalls calls() {
        return new FileCalls(
                (path, mode) -> {
                    check();
                    return FileCalls.REAL.open().open(path, mode);
                },
                (file, bytes) -> {
                    check();
                    FileCalls.REAL.write().write(file, bytes);
                },
                path -> {
                    check();
                    return FileCalls.REAL.stat().stat(path);
                });
    }

    void whileFailing(Runnable action) {
        failing = true;
        try {
            action.run();
        } finally {
            failing = false;
        }
    }

    private void check() throws IOException {
        if (failing) {
            throw new IOException("the disk fails");
        }
    }
}
