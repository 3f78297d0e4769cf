package dev.holdfast.lock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCallsTest {
    @TempDir
    Path directory;

    private final AtomicInteger opened = new AtomicInteger();
    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("a.lock");
    }

    /** Calls that do not find the file so often, though it is there when it is looked for afterwards. */
    private FileCalls missing(int times) {
        FileCalls.Open open = (path, mode) -> {
            if (opened.incrementAndGet() <= times) {
                Files.writeString(path, "here");
                throw new FileNotFoundException(path + " (No such file or directory)");
            }
            return FileCalls.REAL.open().open(path, mode);
        };
        return new FileCalls(open, FileCalls.REAL.write(), FileCalls.REAL.stat());
    }

    @Test
    void a_file_that_appears_between_two_looks_is_read() throws Exception {
        assertThat(missing(1).read(file)).contains("here".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_file_that_is_there_and_cannot_be_opened_is_an_error() {
        assertThatThrownBy(() -> missing(1_000).read(file)).isInstanceOf(FileNotFoundException.class);
        assertThat(opened).hasValueLessThan(10);
    }

    @Test
    void a_file_that_is_not_there_is_no_error() throws Exception {
        assertThat(FileCalls.REAL.read(file)).isEmpty();
    }
}
