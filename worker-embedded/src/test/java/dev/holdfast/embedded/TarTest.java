package dev.holdfast.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarTest {
    @TempDir
    Path folder;

    @Test
    void makesProgramsExecutableForEverybody() throws Exception {
        Tar.unpack(new ByteArrayInputStream(archive("bin/tool", '0', "0000755")), folder);

        assertThat(Files.readString(folder.resolve("bin/tool"))).isEqualTo("hello");
        assertThat(Files.getPosixFilePermissions(folder.resolve("bin/tool"))).hasSize(7);
    }

    @Test
    void staysInsideItsFolder() {
        byte[] evil = archive("../evil", '0', "0000644");

        assertThatThrownBy(() -> Tar.unpack(new ByteArrayInputStream(evil), folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("outside");
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        byte[] device = archive("device", '3', "0000644");

        assertThatThrownBy(() -> Tar.unpack(new ByteArrayInputStream(device), folder))
                .hasMessageContaining("unknown tar entry type 51");
    }

    private static byte[] archive(String name, char type, String mode) {
        byte[] bytes = new byte[3 * 512];
        put(bytes, 0, name);
        put(bytes, 100, mode);
        put(bytes, 124, "00000000005");
        put(bytes, 156, String.valueOf(type));
        put(bytes, 512, "hello");
        return bytes;
    }

    private static void put(byte[] bytes, int offset, String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(ascii, 0, bytes, offset, ascii.length);
    }
}
