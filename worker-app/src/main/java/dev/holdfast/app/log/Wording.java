package dev.holdfast.app.log;

import static org.slf4j.event.Level.DEBUG;
import static org.slf4j.event.Level.ERROR;
import static org.slf4j.event.Level.INFO;
import static org.slf4j.event.Level.WARN;

import dev.holdfast.app.config.Durations;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.event.WorkerEvent.*;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.event.Level;

/**
 * How an event reads.
 *
 * @param level how loud
 * @param text one line for people
 * @param cause an exception worth a stack trace
 */
public record Wording(Level level, String text, Optional<Throwable> cause) {
    private static final Map<Class<? extends WorkerEvent>, Phrase<?>> PHRASES = phrases();

    private record Phrase<E extends WorkerEvent>(Class<E> type, Level level, Function<E, String> words) {
        Wording of(WorkerEvent event) {
            Throwable cause = event instanceof RoundFailed failed ? failed.cause() : null;
            return new Wording(level, words.apply(type.cast(event)), Optional.ofNullable(cause));
        }
    }

    /** The event in words. */
    public static Wording of(WorkerEvent event) {
        return PHRASES.get(event.getClass()).of(event);
    }

    static boolean knows(Class<?> event) {
        return PHRASES.containsKey(event);
    }

    private static Map<Class<? extends WorkerEvent>, Phrase<?>> phrases() {
        Phrases all = new Phrases();
        sessions(all);
        jobs(all);
        settlements(all);
        locks(all);
        losses(all);
        lockStores(all);
        shutdown(all);
        return Map.copyOf(all.byType);
    }

    /** Collects the table. */
    private static final class Phrases {
        final Map<Class<? extends WorkerEvent>, Phrase<?>> byType = new HashMap<>();

        <E extends WorkerEvent> void put(Class<E> type, Level level, Function<E, String> words) {
            byType.put(type, new Phrase<>(type, level, words));
        }
    }

    private static void sessions(Phrases all) {
        all.put(SessionOpened.class, INFO, e -> e.session() + " is open; leasing jobs");
        all.put(
                SessionLost.class,
                WARN,
                e -> e.session() + " was ended by another worker; everything leased under it is cancelled");
        all.put(
                SessionReaped.class,
                WARN,
                e -> e.session() + " stopped beating and was ended: " + e.returned() + " jobs returned, "
                        + e.locksFreed() + " locks freed, " + e.poisoned() + " jobs discarded as poison");
        all.put(SessionRefused.class, WARN, e -> "no session yet, trying for the other's ttl: " + e.why());
        all.put(HeartbeatFailed.class, WARN, e -> "no answer to the heartbeat of " + e.session() + ": " + e.cause());
        all.put(
                HeartbeatRecovered.class,
                INFO,
                e -> "heartbeats of " + e.session() + " are answered again after " + Durations.shown(e.silence()));
        all.put(
                TrustEnded.class,
                WARN,
                e -> "the database was silent for too long to believe in " + e.session() + ": "
                        + e.attemptsHoldingLocks() + " attempts with locks are cancelled, " + e.attemptsWithout()
                        + " without go on");
        all.put(
                RoundFailed.class,
                ERROR,
                e -> "a round of the " + e.service() + " failed; the next one runs all the same: " + e.cause());
        all.put(
                RoundRecovered.class,
                INFO,
                e -> "rounds of the " + e.service() + " end well again after " + e.failures() + " that failed in "
                        + Durations.shown(e.lasted()));
    }

    private static void lockStores(Phrases all) {
        all.put(
                LockStoreSilent.class,
                WARN,
                e -> "lock store " + e.store() + " does not answer the boot probe; nothing is leased until it does: "
                        + e.cause());
        all.put(LockStoreUnsafe.class, ERROR, e -> "locks of " + e.store() + " may vanish: " + e.why());
        all.put(LockStoreSafe.class, INFO, e -> "the danger to locks of " + e.store() + " is over");
        all.put(
                LeftoverReleased.class,
                WARN,
                e -> "lock " + e.key() + " is freed: "
                        + e.session()
                                .map(session -> session + ", which took it, has ended")
                                .orElse("nobody has signed it, and this worker is declared to be the only one"));
    }

    private static void jobs(Phrases all) {
        all.put(JobsLeased.class, DEBUG, e -> e.count() + " jobs leased under " + e.lease());
        all.put(
                AttemptStarted.class,
                DEBUG,
                e -> e.job() + " " + e.kind() + ": attempt " + e.number() + " starts under " + e.lease());
        all.put(
                AttemptEnded.class,
                INFO,
                e -> e.job() + " " + e.kind() + ": " + e.ending() + " after " + Durations.shown(e.took())
                        + note(e.note()));
        all.put(
                JobParked.class,
                INFO,
                e -> e.job() + " waits in line for " + e.locks() + ", " + Durations.shown(e.longest()) + " at most"
                        + note(e.why()));
        all.put(
                JobWoken.class,
                DEBUG,
                e -> e.job() + " runs again with ticket " + e.ticket()
                        + (e.waitIsOver() ? ": it has waited for long enough" : ": it is its turn"));
        all.put(AttemptCancelled.class, WARN, e -> e.job() + " " + e.kind() + " is told to stop: " + e.reason());
        all.put(
                AttemptStuck.class,
                ERROR,
                e -> e.job() + " " + e.kind() + " was told to stop " + Durations.shown(e.since())
                        + " ago and still runs; its slot stays taken\n" + e.stack());
    }

    private static void settlements(Phrases all) {
        all.put(JobSettled.class, DEBUG, e -> e.job() + " is settled under " + e.lease());
        all.put(
                SettlementRefused.class,
                WARN,
                e -> "the late settlement of " + e.job() + " under " + e.lease() + " was refused: " + e.why());
        all.put(
                SettlingDelayed.class,
                WARN,
                e -> e.waiting() + " finished attempts wait for the database: " + e.cause());
        all.put(LeaseReturned.class, WARN, e -> e.job() + " of " + e.lease() + " was unknown here and is given back");
        all.put(
                EffectRecorded.class,
                INFO,
                e -> e.job() + " " + (e.reconciled() ? "finds done already: " : "did: ") + e.name() + " under "
                        + e.key());
    }

    private static void locks(Phrases all) {
        all.put(LockGranted.class, INFO, e -> e.job() + " takes lock " + e.key() + " (" + e.fence() + ")");
        all.put(LockContended.class, INFO, e -> e.job() + " finds lock " + e.key() + " held by " + e.holder());
        all.put(
                LockReleased.class,
                INFO,
                e -> e.job() + " lets go of lock " + e.key()
                        + e.fence().map(fence -> " (" + fence + ")").orElse("") + released(e));
        all.put(
                LockStolen.class,
                WARN,
                e -> e.job() + " steals lock " + e.key() + " (" + e.fence() + "): " + e.reason());
    }

    private static void losses(Phrases all) {
        all.put(
                LockUnknown.class,
                WARN,
                e -> e.job() + " got no answer for lock " + e.key() + " and "
                        + (e.proceeds() ? "proceeds without it: " : "waits: ") + e.cause());
        all.put(
                LockRenewalFailed.class,
                WARN,
                e -> "no answer to the renewal of lock " + e.key() + " of " + e.job() + ": " + e.cause());
        all.put(
                StaleOwnerRefused.class,
                WARN,
                e -> e.job() + " is late: " + e.what() + " under " + e.key() + " was refused: " + e.why());
        all.put(LockUnguarded.class, WARN, e -> e.job() + " runs without lock " + e.key() + ": " + e.reason());
        all.put(LockLost.class, WARN, e -> e.job() + " lost lock " + e.key() + " and is cancelled: " + e.why());
        all.put(SelfFenced.class, ERROR, e -> "the process halts so that nothing late can happen: " + e.why());
    }

    private static void shutdown(Phrases all) {
        all.put(
                ShutdownStep.class,
                INFO,
                e -> "shutdown: " + e.step() + ", " + e.running() + " running, " + Durations.shown(e.untilKill())
                        + " until the kill");
        all.put(
                ShutdownDone.class,
                INFO,
                e -> "stopped after " + Durations.shown(e.took()) + ": " + e.finished() + " finished, " + e.returned()
                        + " returned, " + e.forced().size() + " forced");
    }

    private static String note(String note) {
        return note == null || note.isBlank()
                ? ""
                : ": " + note.lines().findFirst().orElse("");
    }

    private static String released(LockReleased event) {
        return switch (event.result()) {
            case RELEASED -> "";
            case NOT_MINE -> ", which was no longer its own";
            case UNKNOWN -> "; no answer, so its settlement or the ttl frees it";
        };
    }
}
