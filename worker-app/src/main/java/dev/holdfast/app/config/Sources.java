package dev.holdfast.app.config;

import dev.holdfast.plugin.Setting;
import dev.holdfast.plugin.Settings;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where values come from: the environment, then a file. Immutable. Refuses what nobody would read, because a key that
 * is misspelt is a default that nobody wanted.
 */
public final class Sources {
    /** Read by the launcher and by the file look-up; they configure no worker. */
    private static final Set<String> OTHERS_READ = Set.of("HOLDFAST_CONFIG", "HOLDFAST_JAVA_OPTS");

    private final Map<String, String> environment;
    private final PropertiesFile file;

    /** @param environment as the process has it */
    public Sources(Map<String, String> environment, PropertiesFile file) {
        this.environment = Map.copyOf(environment);
        this.file = file;
    }

    /**
     * Finds the file, if there is one: named by option, else by {@code HOLDFAST_CONFIG}, else
     * {@code holdfast.properties} in the folder if it exists.
     */
    public static Sources find(Map<String, String> environment, Optional<Path> option, Path folder) {
        Optional<Path> named = option.or(
                () -> Optional.ofNullable(environment.get("HOLDFAST_CONFIG")).map(folder::resolve));
        return new Sources(
                environment,
                named.map(PropertiesFile::read)
                        .orElseGet(() -> PropertiesFile.readIfPresent(folder.resolve("holdfast.properties"))));
    }

    /** A value with the name under which it was found. */
    record Found(String name, String value) {}

    /** Set to nothing counts as not set: that is what an optional variable of a Compose file becomes. */
    Optional<Found> find(Key key) {
        return Optional.ofNullable(environment.get(key.environmentName()))
                .filter(value -> !value.isBlank())
                .map(value -> new Found(key.environmentName(), value.strip()))
                .or(() -> file.find(key.fileName())
                        .map(value -> new Found(key.fileName() + " in " + file.name(), value)));
    }

    /**
     * The values of a plugin's settings, defaults included. One that is set to nothing is passed on as such: for a
     * secret that is a mistake, and the plugin decides.
     */
    public Settings settings(Collection<Setting> settings) {
        Map<String, String> values = new TreeMap<>();
        for (Setting setting : settings) {
            written(setting).or(() -> byDefault(setting)).ifPresent(value -> values.put(setting.name(), value));
        }
        return new Settings(values);
    }

    private Optional<String> written(Setting setting) {
        return Optional.ofNullable(environment.get(setting.name()))
                .map(String::strip)
                .or(() -> file.written(Key.dotted(setting.name())));
    }

    private static Optional<String> byDefault(Setting setting) {
        return Optional.of(setting.defaultValue()).filter(value -> !value.isEmpty());
    }

    /**
     * Refuses keys that neither Holdfast nor a plugin reads.
     *
     * @throws ConfigurationException naming the key and the nearest known one
     */
    public void refuseUnknown(Collection<Setting> pluginSettings) {
        Set<String> variables = names(Stream.of(Key.values()).map(Key::environmentName), OTHERS_READ);
        environment.keySet().stream()
                .filter(name -> name.startsWith(Key.PREFIX))
                .sorted()
                .forEach(name -> refuse(name, variables, "environment variable"));
        List<String> dotted = pluginSettings.stream()
                .map(setting -> Key.dotted(setting.name()))
                .toList();
        Set<String> keys = names(Stream.of(Key.values()).map(Key::fileName), dotted);
        file.keys().forEach(name -> refuse(name, keys, "key in " + file.name()));
    }

    private static Set<String> names(Stream<String> own, Collection<String> others) {
        return Stream.concat(own, others.stream()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static void refuse(String name, Set<String> known, String what) {
        if (!known.contains(name)) {
            String hint = Nearest.to(name, known)
                    .map(near -> "; did you mean " + near + "?")
                    .orElse("");
            throw new ConfigurationException("unknown " + what + ": " + Shown.brief(name) + hint);
        }
    }
}
