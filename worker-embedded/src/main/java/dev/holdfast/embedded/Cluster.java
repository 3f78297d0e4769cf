package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/** The data directory with its superuser's password: made once, kept across starts. */
final class Cluster {
    static final String SUPERUSER = "postgres";
    private static final int PASSWORD_BYTES = 18;

    private final Programs programs;
    private final Path data;
    private final Path passwordFile;

    Cluster(Programs programs) {
        this.programs = programs;
        this.data = programs.root().resolve("data");
        this.passwordFile = programs.root().resolve("superuser.password");
    }

    Path data() {
        return data;
    }

    String password() throws IOException {
        return Files.readString(passwordFile).strip();
    }

    /** The process id PostgreSQL left in its data directory, whether or not that process still lives. */
    Optional<Long> recordedPid() throws IOException {
        try {
            return Files.readAllLines(pidFile()).stream().findFirst().map(line -> Long.parseLong(line.strip()));
        } catch (NoSuchFileException stopped) {
            return Optional.empty();
        }
    }

    Path pidFile() {
        return data.resolve("postmaster.pid");
    }

    /**
     * Makes the data directory under another name and renames it last: a start that is killed half-way leaves no
     * directory that looks finished.
     */
    void initializeOnce() throws IOException, InterruptedException {
        if (Files.exists(data.resolve("PG_VERSION"))) {
            return;
        }
        Path fresh = programs.root().resolve("data.new");
        Folders.delete(fresh);
        Files.deleteIfExists(passwordFile);
        createPassword();
        initdb(fresh);
        Files.move(fresh, data, StandardCopyOption.ATOMIC_MOVE);
    }

    private void createPassword() throws IOException {
        byte[] bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        Files.createFile(
                passwordFile, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        programs.as().own(passwordFile);
        String password = Base64.getUrlEncoder().encodeToString(bytes) + "\n";
        Files.writeString(passwordFile, password, StandardOpenOption.TRUNCATE_EXISTING);
    }

    private void initdb(Path folder) throws IOException, InterruptedException {
        programs.run(
                programs.path("initdb"),
                "--pgdata=" + folder,
                "--username=" + SUPERUSER,
                "--auth=scram-sha-256",
                "--pwfile=" + passwordFile,
                "--encoding=UTF8",
                "--locale=C",
                "--data-checksums");
    }
}
