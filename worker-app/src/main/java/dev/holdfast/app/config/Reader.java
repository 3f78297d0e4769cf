package dev.holdfast.app.config;

import dev.holdfast.app.config.Sources.Found;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Reads single values; what cannot be read is refused under the name it was found by. */
final class Reader {
    private final Sources sources;

    Reader(Sources sources) {
        this.sources = sources;
    }

    /** The value, its default, or empty. */
    Optional<String> text(Key key) {
        return sources.find(key)
                .map(Found::value)
                .or(() -> Optional.of(key.defaultValue()))
                .filter(value -> !value.isEmpty());
    }

    String required(Key key) {
        return text(key)
                .orElseThrow(() ->
                        new ConfigurationException(key.environmentName() + " is not set: give " + key.description()));
    }

    /** The first of these keys that somebody has set, under the name it was found by. */
    Optional<String> firstWritten(List<Key> keys) {
        return keys.stream()
                .flatMap(key -> sources.find(key).stream())
                .map(Found::name)
                .findFirst();
    }

    boolean flag(Key key) {
        return parsed(key, Reader::flag);
    }

    private static boolean flag(String value) {
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("must be true or false, got \"" + Shown.brief(value) + "\"");
        }
        return value.equals("true");
    }

    Duration duration(Key key) {
        return parsed(key, Durations::parse);
    }

    int number(Key key, int least, int most) {
        return parsed(key, value -> inRange(value, least, most));
    }

    <E extends Enum<E>> E oneOf(Key key, Class<E> choices) {
        return parsed(key, value -> choice(value, choices));
    }

    /** Reads a key with a function of the caller's, whose refusal is reported under the key's name. */
    <T> T parsed(Key key, Function<String, T> read) {
        Found found = sources.find(key).orElse(new Found(key.environmentName(), key.defaultValue()));
        try {
            return read.apply(found.value());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(found.name() + ": " + e.getMessage(), e);
        }
    }

    private static int inRange(String value, int least, int most) {
        long number = value.matches("-?\\d{1,18}") ? Long.parseLong(value) : Long.MIN_VALUE;
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    "must be a whole number from " + least + " to " + most + ", got \"" + Shown.brief(value) + "\"");
        }
        return (int) number;
    }

    private static <E extends Enum<E>> E choice(String value, Class<E> choices) {
        List<String> names = Arrays.stream(choices.getEnumConstants())
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
        int index = names.indexOf(value.toLowerCase(Locale.ROOT));
        if (index < 0) {
            throw new IllegalArgumentException(
                    "must be one of " + String.join(", ", names) + ", got \"" + Shown.brief(value) + "\"");
        }
        return choices.getEnumConstants()[index];
    }
}
