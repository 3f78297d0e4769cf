package dev.holdfast.bench.contender;

import java.util.Map;

/** The lines a contender's process understands: a word, and numbers. */
final class Requests {
    private final Contender contender;

    Requests(Contender contender) {
        this.contender = contender;
    }

    /** Answers what was measured; nothing if the request only does something. */
    Map<String, Double> run(String line) throws Exception {
        String[] words = line.split(" ");
        return switch (words[0]) {
            case "drain" -> {
                contender.drain(number(words, 1));
                yield Map.of("idleMillis", contender.idleMillis());
            }
            case "pickup" -> contender.pickUp(number(words, 1));
            case "steady" -> contender.steady(number(words, 1), number(words, 2));
            case "hold" -> contender.hold(number(words, 1));
            case "count" -> contender.count();
            case "locks" -> contender.locks(number(words, 1), number(words, 2));
            default -> act(words);
        };
    }

    private Map<String, Double> act(String... words) throws Exception {
        switch (words[0]) {
            case "prepare" -> contender.prepare();
            case "fill" -> contender.fill(number(words, 1));
            case "work" -> contender.work();
            case "rest" -> contender.rest();
            default -> throw new IllegalArgumentException("no such request: " + words[0]);
        }
        return Map.of();
    }

    private static int number(String[] words, int index) {
        return Integer.parseInt(words[index]);
    }
}
