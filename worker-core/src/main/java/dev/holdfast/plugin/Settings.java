package dev.holdfast.plugin;

import java.util.Map;

/** The values of a plugin's settings. Immutable. */
public final class Settings {
    private final Map<String, String> values;

    /** @param values by name of the {@link Setting}; a missing one reads as the empty text */
    public Settings(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** The value, its default, or the empty text. */
    public String get(String name) {
        return values.getOrDefault(name, "");
    }

    /** True if there is a value, even an empty one: whoever sets a setting to nothing may have meant something else. */
    public boolean isSet(String name) {
        return values.containsKey(name);
    }

    /**
     * The value.
     *
     * @throws IllegalArgumentException naming the setting, if it is not set
     */
    public String require(String name) {
        String value = get(name);
        if (value.isBlank()) {
            throw new IllegalArgumentException(name + " is not set");
        }
        return value;
    }

    /** Names only: values may be secrets. */
    @Override
    public String toString() {
        return "settings " + values.keySet();
    }
}
