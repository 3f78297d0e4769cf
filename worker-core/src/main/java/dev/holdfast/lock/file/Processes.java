package dev.holdfast.lock.file;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The processes of this boot and pid namespace, from {@code /proc}. Where there is none, nothing can be told of any
 * process, and the kernel lock alone decides. Immutable, thread-safe; reads memory of the kernel, and does not wait.
 *
 * @param proc where it is
 */
record Processes(Path proc) {
    /** What became of the process that wrote a record. */
    enum Fate {
        /** It lives, and holds the lock. */
        ALIVE,
        /** It is gone, or lives on without the lock: a claim failed, and could not take its record back. */
        DEAD,
        /** Of another boot, another container, or a host that tells nothing: its pid means nothing here. */
        UNSEEN
    }

    static final Processes OF_THIS_HOST = new Processes(Path.of("/proc"));

    /** This process, or one about which nothing can be told. */
    ProcessName self() {
        long pid = ProcessHandle.current().pid();
        try {
            String boot =
                    Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip();
            String namespace =
                    Files.readSymbolicLink(proc.resolve("self/ns/pid")).toString();
            return new ProcessName(boot, namespace, pid, startOf(pid));
        } catch (IOException | UnsupportedOperationException noProc) {
            return new ProcessName("", "", pid, 0);
        }
    }

    /** Whether the process that wrote a record still lives, and with it the hold. */
    Fate fateOf(LockRecord record) {
        ProcessName self = self();
        ProcessName owner = record.owner();
        if (!owner.isVisibleTo(self)) {
            return Fate.UNSEEN;
        }
        boolean lives = owner.equals(self) ? Guards.anyHolds(record) : startOf(owner.pid()) == owner.start();
        return lives ? Fate.ALIVE : Fate.DEAD;
    }

    /** When a living process of this pid started; 0 if there is none. */
    long startOf(long pid) {
        return find(pid).map(ProcStat::start).orElse(0L);
    }

    private Optional<ProcStat> find(long pid) {
        return read(proc.resolve(Long.toString(pid))).filter(process -> !process.ended());
    }

    /** The child itself and, if it made a session, whatever runs in that; empty once all of it has ended. */
    List<ProcStat> living(Child child) {
        Optional<ProcStat> itself = find(child.pid());
        if (itself.isPresent() && itself.get().start() != child.start()) {
            return List.of();
        }
        List<ProcStat> living = new ArrayList<>();
        for (ProcStat process : all()) {
            boolean kin = process.pid() == child.pid() || process.session() == child.pid();
            if (kin && !process.ended() && process.start() >= child.start()) {
                living.add(process);
            }
        }
        return living;
    }

    private List<ProcStat> all() {
        List<ProcStat> all = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[1-9]*")) {
            folders.forEach(folder -> read(folder).ifPresent(all::add));
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        return all;
    }

    /** By a stream, since a channel would be closed under a thread that is interrupted. */
    private static Optional<ProcStat> read(Path folder) {
        try (var in = new FileInputStream(folder.resolve("stat").toFile())) {
            return ProcStat.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
