package dev.holdfast.app.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A properties file, read once, in UTF-8. Immutable. */
public final class PropertiesFile {
    /** No file. */
    public static final PropertiesFile NONE = new PropertiesFile("no file", new Properties());

    private final String name;
    private final TreeMap<String, String> values = new TreeMap<>();

    private PropertiesFile(String name, Properties properties) {
        this.name = name;
        properties.forEach((key, value) -> values.put((String) key, ((String) value).strip()));
    }

    /** @throws ConfigurationException naming the file, if it cannot be read or a key stands in it twice */
    static PropertiesFile read(Path path) {
        try (Reader reader = Files.newBufferedReader(path)) {
            Properties properties = new NoKeyTwice();
            properties.load(reader);
            return new PropertiesFile(path.toString(), properties);
        } catch (IOException | IllegalArgumentException e) {
            throw new ConfigurationException("cannot read the configuration file " + path + ": " + reason(e), e);
        }
    }

    static PropertiesFile readIfPresent(Path path) {
        return Files.exists(path) ? read(path) : NONE;
    }

    private static String reason(Exception e) {
        return e instanceof java.nio.file.NoSuchFileException ? "there is no such file" : e.getMessage();
    }

    String name() {
        return name;
    }

    Optional<String> find(String key) {
        return written(key).filter(value -> !value.isBlank());
    }

    /** The value, even an empty one. */
    Optional<String> written(String key) {
        return Optional.ofNullable(values.get(key));
    }

    Set<String> keys() {
        return new TreeSet<>(values.keySet());
    }

    /** The format lets the last of two lines win in silence. */
    private static final class NoKeyTwice extends Properties {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Object put(Object key, Object value) {
            if (containsKey(key)) {
                throw new IllegalArgumentException("the key " + Shown.brief((String) key) + " stands there twice");
            }
            return super.put(key, value);
        }
    }
}
