package dev.holdfast.histories;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A history, made of nothing but its seed.
 *
 * @param seed where it comes from
 * @param sessions how many take part
 * @param queues how many there are
 * @param steps what happens
 * @param lastWord decides what the end of a history leaves open
 */
record History(long seed, int sessions, int queues, List<Step> steps, int lastWord) {
    private static final int MOST_SESSIONS = 3;
    private static final int MOST_QUEUES = 3;

    static History of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int sessions = random.nextInt(1, MOST_SESSIONS + 1);
        int queues = random.nextInt(1, MOST_QUEUES + 1);
        return new History(seed, sessions, queues, Step.random(random), random.nextInt(1 << 16));
    }

    History without(int index) {
        List<Step> fewer = IntStream.range(0, steps.size())
                .filter(i -> i != index)
                .mapToObj(steps::get)
                .toList();
        return new History(seed, sessions, queues, fewer, lastWord);
    }

    @Override
    public String toString() {
        return "seed " + seed + ", " + sessions + " sessions, " + queues + " queues"
                + steps.stream().map(step -> "\n  " + step).collect(Collectors.joining());
    }
}
