package dev.holdfast.github.actuate;

import dev.holdfast.job.Effect;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * One change of a pull request, named so that it is made once for each head.
 *
 * @param name unique among the effects of the pull request
 * @param timeout bound of the call
 * @param isDone asks GitHub whether it has happened
 * @param call makes it happen
 */
record Mutation(String name, Duration timeout, Callable<Boolean> isDone, Call call) implements Effect {
    /** Makes a change. */
    interface Call {
        void make() throws Exception;
    }

    @Override
    public String intent() {
        return name;
    }

    @Override
    public Optional<String> reconcile() throws Exception {
        return isDone.call() ? Optional.of("found done") : Optional.empty();
    }

    @Override
    public String apply() throws Exception {
        call.make();
        return "done";
    }
}
