package dev.holdfast.github.demo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DeflaterOutputStream;

/** An object of a git repository. Its id follows from what it holds, so that two processes that never talk agree on it. */
final class GitObject {
    /** All commits are made by one invented author at one moment. */
    private static final String AUTHOR = "Demo <demo@example.org> 1767225600 +0000\n";

    /** Its kind, its length and what it holds, as git stores and names it. */
    private final byte[] stored;

    private GitObject(byte[] stored) {
        this.stored = stored;
    }

    private static GitObject of(String kind, byte[] content) {
        ByteArrayOutputStream stored = new ByteArrayOutputStream();
        stored.writeBytes((kind + " " + content.length + "\0").getBytes(StandardCharsets.US_ASCII));
        stored.writeBytes(content);
        return new GitObject(stored.toByteArray());
    }

    static GitObject blob(String text) {
        return of("blob", text.getBytes(StandardCharsets.UTF_8));
    }

    /** A folder of plain files. */
    static GitObject tree(Map<String, GitObject> files) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        new TreeMap<>(files).forEach((name, blob) -> {
            content.writeBytes(("100644 " + name + "\0").getBytes(StandardCharsets.UTF_8));
            content.writeBytes(HexFormat.of().parseHex(blob.id()));
        });
        return of("tree", content.toByteArray());
    }

    /** @param parent empty for the first */
    static GitObject commit(GitObject tree, String parent, String message) {
        String text = "tree " + tree.id() + "\n" + (parent.isEmpty() ? "" : "parent " + parent + "\n") + "author "
                + AUTHOR + "committer " + AUTHOR + "\n" + message + "\n";
        return of("commit", text.getBytes(StandardCharsets.UTF_8));
    }

    String id() {
        return Derived.hex(stored);
    }

    /** Appears whole: somebody may be reading the repository. */
    void writeTo(Path objects) throws IOException {
        Path file = objects.resolve(id().substring(0, 2)).resolve(id().substring(2));
        Files.createDirectories(file.getParent());
        Path fresh = Files.createTempFile(file.getParent(), "fresh", "");
        try (var out = new DeflaterOutputStream(Files.newOutputStream(fresh))) {
            out.write(stored);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
