package dev.holdfast.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What keeps a worker from being ready, and what else an operator should look at. Does no I/O. */
final class Checkup {
    private final Context context;
    private final Services services;
    private final List<String> problems = new ArrayList<>();

    Checkup(Context context, Services services) {
        this.context = context;
        this.services = services;
    }

    /** @param refusal why the worker has refused to start, if it has */
    Health health(Optional<String> refusal) {
        refusal.ifPresent(problems::add);
        checkSession();
        checkLockStore();
        checkAttempts();
        return new Health(problems.isEmpty(), problems, notes());
    }

    private void checkSession() {
        WorkerState state = context.lifecycle().state();
        services.keeper().obstacle().ifPresent(problems::add);
        if (!state.leases()) {
            problems.add("the worker is " + state);
        } else if (!services.keeper()
                .get()
                .orElseThrow()
                .isTrusted(context.ticker().now())) {
            problems.add("the store has not confirmed the session for too long, or a peer has ended it");
        }
    }

    private void checkLockStore() {
        String name = context.stores().locks().name();
        services.lockStoreWatch()
                .danger()
                .ifPresent(why -> problems.add("lock store " + name + " is not safe: " + why));
    }

    private void checkAttempts() {
        if (services.settler().isDelayed()) {
            problems.add(services.settler().unanswered() + " settlements wait for the store");
        }
        if (services.watchdog().stuck() >= context.config().work().concurrency()) {
            problems.add("every slot is taken by a handler that ignores its cancellation");
        }
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (!context.stores().areProbed()) {
            notes.add("lock store " + context.stores().locks().name() + " was never probed, so it is not asked");
        }
        if (context.events().unguarded() > 0) {
            notes.add(context.events().unguarded() + " locks' work ran unguarded since the start");
        }
        return notes;
    }
}
