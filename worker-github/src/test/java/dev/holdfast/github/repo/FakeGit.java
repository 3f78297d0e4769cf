package dev.holdfast.github.repo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A git that does something first, and notes down what it was asked for and when it began and ended. */
record FakeGit(Path directory) {
    /** @param first shell commands; the arguments are git's */
    String doing(String first) throws IOException {
        return script("git", """
                touch "$DIR/began-$1"
                echo "begin $1" >> "$DIR/log"
                FIRST
                git "$@"
                status=$?
                echo "end $1" >> "$DIR/log"
                exit $status
                """.replace("FIRST", first));
    }

    /** A git whose fetch is answered by nobody for a long time. */
    String fetchingSlowly() throws IOException {
        String slow = script("slow-upload-pack", "touch $DIR/asked\nsleep 300\nexec git-upload-pack \"$@\"\n");
        return doing("[ \"$1\" = fetch ] && shift && set -- fetch --upload-pack=" + slow + " \"$@\"");
    }

    private String script(String name, String body) throws IOException {
        Files.createDirectories(directory);
        Path file = directory.resolve(name);
        Files.writeString(file, "#!/bin/sh\nDIR='" + directory + "'\n" + body);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file.toString();
    }

    Path began(String command) {
        return directory.resolve("began-" + command);
    }

    Path log() {
        return directory.resolve("log");
    }
}
