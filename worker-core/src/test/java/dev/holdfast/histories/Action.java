package dev.holdfast.histories;

import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;

/** What happens in histories, and how often. */
// The functions are references to methods, and hold nothing.
@SuppressWarnings("ImmutableEnumChecker")
enum Action {
    ENQUEUE(22, (play, step) -> play.producers().enqueue(step)),
    ENQUEUE_KEYED(8, (play, step) -> play.producers().enqueueKeyed(step)),
    ENQUEUE_IN_A_TRANSACTION(9, (play, step) -> play.producers().enqueueLate(step)),
    END_A_TRANSACTION(8, (play, step) -> play.transactions().endOne(step)),
    LOCK_ROWS(5, (play, step) -> play.transactions().lockSome(step)),
    BACKDATE(4, (play, step) -> play.operators().backdate(step)),
    CANCEL(3, (play, step) -> play.operators().cancel(step)),
    MAKE_DUE(3, (play, step) -> play.operators().makeDue(step)),
    LEASE(30, (play, step) -> play.leasing().lease(step)),
    LEASE_ROLLED_BACK(5, (play, step) -> play.leasing().leaseInVain(step)),
    LEASE_AGAIN(2, (play, step) -> play.leasing().sendAgain(step)),
    LEASE_TOGETHER(4, (play, step) -> play.together().lease(step)),
    SETTLE(24, (play, step) -> play.settling().settle(step)),
    CRASH(2, (play, step) -> play.ends().crash(step)),
    STOP(1, (play, step) -> play.ends().stop(step)),
    TICK(12, (play, step) -> play.operators().tick(step)),
    PASS(2, (play, step) -> play.operators().pass(step)),
    PIN(2, (play, step) -> play.operators().pin(step));

    private static final int SUM =
            Arrays.stream(values()).mapToInt(action -> action.weight).sum();

    private final int weight;
    private final BiConsumer<Play, Step> does;

    Action(int weight, BiConsumer<Play, Step> does) {
        this.weight = weight;
        this.does = does;
    }

    void perform(Play play, Step step) {
        does.accept(play, step);
    }

    static Action random(RandomGenerator random) {
        int left = random.nextInt(SUM);
        for (Action action : values()) {
            left -= action.weight;
            if (left < 0) {
                return action;
            }
        }
        throw new IllegalStateException("weights");
    }
}
