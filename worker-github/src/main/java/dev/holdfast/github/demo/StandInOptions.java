package dev.holdfast.github.demo;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the stand-in behaves.
 *
 * @param model its opinions: {@code seed=}, {@code approvePercent=}
 * @param review how long a review takes: {@code reviewMillis=}
 * @param call how long any other call takes: {@code callMillis=}
 */
record StandInOptions(FakeModel model, Duration review, Duration call) {
    private static final Set<String> KNOWN = Set.of("seed", "approvePercent", "reviewMillis", "callMillis");

    /** @throws IllegalArgumentException naming an option it does not know */
    static StandInOptions parse(String... options) {
        Map<String, Long> values = Arrays.stream(options)
                .map(option -> option.split("=", 2))
                .collect(Collectors.toMap(StandInOptions::name, StandInOptions::value));
        return new StandInOptions(
                new FakeModel(
                        values.getOrDefault("seed", 0L), Math.toIntExact(values.getOrDefault("approvePercent", 70L))),
                Duration.ofMillis(values.getOrDefault("reviewMillis", 400L)),
                Duration.ofMillis(values.getOrDefault("callMillis", 20L)));
    }

    private static String name(String[] option) {
        if (option.length != 2 || !KNOWN.contains(option[0])) {
            throw new IllegalArgumentException("options read like seed=1; there are " + KNOWN);
        }
        return option[0];
    }

    private static long value(String[] option) {
        return Long.parseLong(option[1]);
    }

    Duration delay(CallKind kind) {
        return kind == CallKind.REVIEW ? review : call;
    }
}
