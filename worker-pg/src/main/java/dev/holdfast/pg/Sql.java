package dev.holdfast.pg;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads the statements that are longer than a line: each is a source file with a name, beside this class. */
final class Sql {
    private Sql() {}

    static String named(String name) {
        try (InputStream file = Sql.class.getResourceAsStream(name + ".sql")) {
            if (file == null) {
                throw new IllegalStateException("no statement is named " + name);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the statement " + name, e);
        }
    }
}
