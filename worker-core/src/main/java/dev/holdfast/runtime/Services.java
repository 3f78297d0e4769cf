package dev.holdfast.runtime;

import dev.holdfast.lease.Ticker;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.SessionInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The services of one worker and the loops that turn them: the thread table. Each loop is one daemon thread named
 * {@code holdfast-<name>}.
 *
 * <pre>
 *   session     opens the session                 blocks on the store's pool
 *   heartbeat   bumps the session's row           blocks on its own connection only
 *   watchdog    local deadlines                   never blocks
 *   reconciler  compares with the store           blocks on the store's pool
 *   renewer     renews locks with their own ttl   blocks on the lock store
 *   releaser    releases what had no answer       blocks on the lock store
 *   settler     writes settlements                blocks on the store's pool
 *   fetcher     leases jobs                       blocks on the store's pool
 *   reaper      ends dead sessions                blocks on the store's pool
 *   lines       looks at lines of parked jobs     blocks on the store's pool
 *   progress    shows progress                    blocks on the store's pool
 *   lock-store  looks after the lock store        blocks on the lock store and on the store's pool
 * </pre>
 */
final class Services {
    private final Ticker ticker;
    private final Attempts attempts;
    private final SessionKeeper keeper;
    private final Settler settler;
    private final Watchdog watchdog;
    private final LockStoreWatch lockStoreWatch;
    private final Slots slots;
    private final Fetcher fetcher;
    private final Loop fetching;
    private final Loop beating;
    private final LastRenewals lastRenewals;
    private final List<Loop> loops;

    /**
     * Calls out of the services.
     *
     * @param changed an attempt has stopped
     * @param stop the worker must drain itself
     * @param refuse the worker cannot start on what it found
     * @param halter ends the process
     */
    record Signals(Runnable changed, Runnable stop, Consumer<String> refuse, Optional<Halter> halter) {}

    Services(Context context, Handlers handlers, SessionInfo info, Signals signals) {
        ticker = context.ticker();
        attempts = new Attempts(signals.changed());
        keeper = new SessionKeeper(context, info, attempts);
        settler = new Settler(context, attempts);
        watchdog = new Watchdog(context, keeper, attempts, signals.halter());
        SessionLoss loss = new SessionLoss(context, attempts);
        WorkerConfig.Work work = context.config().work();
        slots = new Slots(work, new Ahead(work.concurrency(), work.prefetch(), ticker));
        AttemptRunner runner = new AttemptRunner(context, handlers, attempts, settler);
        fetcher = new Fetcher(
                context, keeper, new Fetcher.Parts(handlers.kinds(), slots, attempts, runner, settler), loss);
        Heartbeat heartbeat = new Heartbeat(context, keeper, loss);
        Reconciler reconciler = new Reconciler(context, keeper, attempts, settler, loss);

        Loop opening = loop(context, "session", keeper);
        beating = loop(context, "heartbeat", heartbeat);
        Loop watching = loop(context, "watchdog", watchdog);
        Loop reconciling = loop(context, "reconciler", reconciler);
        Renewer renewer = new Renewer(context);
        Loop renewing = loop(context, "renewer", renewer);
        Loop releasing = loop(context, "releaser", new Releaser(context));
        lastRenewals = new LastRenewals(context, renewing);
        Loop settling = loop(context, "settler", settler);
        fetching = loop(context, "fetcher", fetcher);
        Reaper reaper = new Reaper(context, keeper);
        Loop reaping = loop(context, "reaper", reaper);
        lockStoreWatch = new LockStoreWatch(context, keeper);
        Loop caring = loop(context, "lock-store", lockStoreWatch);
        Loop showing = loop(context, "progress", new ProgressBoard(context, keeper, attempts));
        Loop lining = loop(context, "lines", new LineWatch(context));
        loops = List.of(
                fetching,
                reaping,
                lining,
                showing,
                caring,
                reconciling,
                renewing,
                releasing,
                opening,
                settling,
                watching,
                beating);

        keeper.whenOpen(() -> List.of(beating, fetching, reaping, caring).forEach(Loop::wake));
        renewer.whenBack(caring::wake);
        reaper.whenEnded(() -> {
            lockStoreWatch.sessionEnded();
            caring.wake();
        });
        keeper.whenRefused(signals.refuse());
        heartbeat.whenAttentionIsDue(reconciling::wake);
        fetcher.whenReplyLost(reconciling::wake);
        settler.wakeWith(settling::wake);
        settler.whenCaughtUp(fetching::wake);
        slots.whenFree(fetching::wake);
        context.locks().freed().tellWith(lining::wake);
        watchdog.whenAllAreStuck(new Once(signals.stop()));
    }

    private static Loop loop(Context context, String name, Service service) {
        return new Loop(name, service, context.ticker(), context.events());
    }

    void start() {
        loops.forEach(Loop::start);
    }

    /** Stops the loops, the heartbeat last. Bounded as a whole: a store that hangs holds up each of them. */
    void stop(Duration longest) throws InterruptedException {
        Duration deadline = ticker.now().plus(longest);
        loops.stream().filter(loop -> loop != beating).forEach(Loop::finish);
        for (Loop loop : loops) {
            loop.stop(deadline.minus(ticker.now()));
        }
        slots.close();
    }

    SessionKeeper keeper() {
        return keeper;
    }

    Attempts attempts() {
        return attempts;
    }

    Settler settler() {
        return settler;
    }

    Watchdog watchdog() {
        return watchdog;
    }

    LockStoreWatch lockStoreWatch() {
        return lockStoreWatch;
    }

    void wakeFetcher() {
        fetcher.hint();
        fetching.wake();
    }

    void wakeHeartbeat() {
        beating.wake();
    }

    ShutdownSequence.Parts forShutdown(Wakeup changed) {
        return new ShutdownSequence.Parts(keeper, attempts, fetcher, settler, lastRenewals, changed);
    }
}
