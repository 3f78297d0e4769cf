package dev.holdfast.lock.file;

import dev.holdfast.lock.LockKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** Puts records where a dead owner would have left them. */
record Records(Path directory, LockKey key) {
    static final ProcessName SELF = Processes.OF_THIS_HOST.self();

    Path file() {
        return KeyFiles.of(directory, key).record();
    }

    void plant(String text) throws IOException {
        Files.createDirectories(file().getParent());
        Files.write(file(), text.getBytes(StandardCharsets.UTF_8));
    }

    void plant(LockRecord record) throws IOException {
        plant(new String(record.bytes(), StandardCharsets.UTF_8));
    }

    void plant(ProcessName owner) throws IOException {
        plant(of(owner, List.of()));
    }

    LockRecord of(ProcessName owner, List<Child> children) {
        return new LockRecord(key.toString(), "job 12", owner, UUID.randomUUID(), 7, 1, children);
    }

    /** A process that once lived here: this one's pid, at another time. */
    static ProcessName dead() {
        return new ProcessName(SELF.boot(), SELF.pidNamespace(), SELF.pid(), SELF.start() - 1);
    }
}
