package dev.holdfast.histories;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One step of a history.
 *
 * @param action what is done; where it cannot be done, nothing
 * @param a picks with whom
 * @param b picks how much
 * @param c picks the rest
 */
record Step(Action action, int a, int b, int c) {
    private static final int SHORTEST = 6;
    private static final int LONGEST = 22;

    static List<Step> random(RandomGenerator random) {
        int length = random.nextInt(SHORTEST, LONGEST + 1);
        List<Step> steps = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            steps.add(new Step(Action.random(random), number(random), number(random), number(random)));
        }
        return steps;
    }

    private static int number(RandomGenerator random) {
        return random.nextInt(1 << 16);
    }
}
