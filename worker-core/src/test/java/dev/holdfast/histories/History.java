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
 * @param priorities how many of the ten are used: where there are few, more jobs meet in one line
 * @param steps what happens
 * @param lastWord decides what the end of a history leaves open
 */
record History(long seed, int sessions, int queues, int priorities, List<Step> steps, int lastWord) {
    private static final int MOST_SESSIONS = 3;
    private static final int MOST_QUEUES = 3;
    private static final List<Integer> PRIORITIES = List.of(1, 2, 4, Seat.PRIORITIES);

    static History of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int sessions = random.nextInt(1, MOST_SESSIONS + 1);
        int queues = random.nextInt(1, MOST_QUEUES + 1);
        int priorities = PRIORITIES.get(random.nextInt(PRIORITIES.size()));
        return new History(seed, sessions, queues, priorities, Step.random(random), random.nextInt(1 << 16));
    }

    History without(int index) {
        List<Step> fewer = IntStream.range(0, steps.size())
                .filter(i -> i != index)
                .mapToObj(steps::get)
                .toList();
        return new History(seed, sessions, queues, priorities, fewer, lastWord);
    }

    @Override
    public String toString() {
        return "seed " + seed + ", " + sessions + " sessions, " + queues + " queues, " + priorities + " priorities"
                + steps.stream().map(step -> "\n  " + step).collect(Collectors.joining());
    }
}
