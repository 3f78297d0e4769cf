package dev.holdfast.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The migrations as they are.
 *
 * @param checksums SHA-256 in hexadecimal digits by file name
 */
record Migrations(SortedMap<String, String> checksums) {
    private static final Pattern NAME = Pattern.compile("V([1-9]\\d*)__[a-z0-9_]+\\.sql");

    static Migrations of(Collection<Path> files) {
        SortedMap<String, String> checksums = new TreeMap<>();
        files.forEach(file -> checksums.put(file.getFileName().toString(), sha256(file)));
        return new Migrations(checksums);
    }

    /** Names that break V1__, V2__, V3__ and so on, each number once. */
    List<String> wronglyNumbered() {
        List<String> wrong = new ArrayList<>();
        SortedMap<Integer, String> numbers = new TreeMap<>();
        for (String name : checksums.keySet()) {
            Matcher matcher = NAME.matcher(name);
            if (!matcher.matches() || numbers.putIfAbsent(Integer.valueOf(matcher.group(1)), name) != null) {
                wrong.add(name);
            }
        }
        numbers.forEach((number, name) -> {
            if (number > numbers.size()) {
                wrong.add(name);
            }
        });
        return wrong;
    }

    List<String> differencesFrom(Map<String, String> recorded) {
        List<String> differences = new ArrayList<>();
        checksums.forEach((name, checksum) -> {
            if (!recorded.containsKey(name)) {
                differences.add(name + " is new; record it: Map.entry(\"" + name + "\", \"" + checksum + "\")");
            } else if (!recorded.get(name).equals(checksum)) {
                differences.add(name + " was edited (it is " + checksum + " now); undo that and write the next number:"
                        + " somebody's database has run it as it was");
            }
        });
        recorded.keySet().stream()
                .filter(name -> !checksums.containsKey(name))
                .forEach(name -> differences.add(name + " is gone; put it back"));
        return differences;
    }

    private static String sha256(Path file) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            return HexFormat.of().formatHex(digest);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
