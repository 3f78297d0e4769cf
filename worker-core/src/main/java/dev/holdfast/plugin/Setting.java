package dev.holdfast.plugin;

import java.util.regex.Pattern;

/**
 * A setting of a plugin. Read from the environment under its name, then from {@code holdfast.properties} under the
 * same name in lower case with dots, so that {@code GITHUB_API_URL} is {@code github.api.url} there.
 *
 * @param name upper case with underscores
 * @param description one line for people
 * @param defaultValue used when it is not set; empty for none
 * @param secret true if its value is never shown
 */
public record Setting(String name, String description, String defaultValue, boolean secret) {
    private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]*");

    public Setting {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a setting's name reads like GITHUB_API_URL, got " + name);
        }
    }
}
