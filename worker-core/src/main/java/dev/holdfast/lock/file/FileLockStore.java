package dev.holdfast.lock.file;

import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.LockUnavailable;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Renewal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Locks across the processes of one host, in a directory. A lock lasts until its holder releases it or its process dies,
 * see the package. Thread-safe. Claims block on the disk, and for up to five seconds on a dead owner's children; they
 * answer failures as values. Two stores of one directory are one store.
 */
public final class FileLockStore implements LockStore {
    /**
     * How old a record must be that is empty, torn or no record at all before it may be put aside. A record is written in
     * microseconds, and linked into place when it is whole, so whatever is incomplete for so long was not written by a
     * process that is still at it. And it is far below any age at which a lock would be taken for stale: nothing here is
     * ever taken away from a living owner for its age.
     */
    public static final Duration INCOMPLETE_GRACE = Duration.ofSeconds(5);

    /** There is no ttl. A worker asks at least so often whether the kernel still holds the lock, and is told at once. */
    static final Duration TTL = Duration.ofSeconds(30);

    static final String NO_STEAL = "a file lock is not stolen: it is free when its owner lets go, or its process dies";

    /** Nobody tells another process of a release. */
    private static final Duration POLL = Duration.ofMillis(20);

    /** As long as in the other stores: then no clock stands so far behind. */
    private static final Duration FENCES_KEPT = Duration.ofDays(30);

    private static final int LONGEST_WHO = 200;

    private final Place place;

    /** For tests: other calls than the real ones, and a volume that nobody has proven. */
    FileLockStore(Place place) {
        this.place = place;
    }

    /**
     * Opens the store of a directory, which is made when missing. The first time in a JVM it proves, with a second
     * process, that the volume honours locks; that takes about as long as a small JVM takes to start.
     *
     * @throws IOException if it does not, or if the directory cannot be used; the message says what to change
     */
    public static FileLockStore open(Path directory) throws IOException, InterruptedException {
        Place place = Place.at(directory.toAbsolutePath().normalize());
        new VolumeProbe(place, AnotherJvm::start).prove();
        new Pruning(place).forgetUnusedFor(FENCES_KEPT);
        return new FileLockStore(place);
    }

    @Override
    public String name() {
        return "file";
    }

    @Override
    public LockClaim claim(LockKey key, Owner owner) {
        return new FileClaim(place, key, owner);
    }

    /**
     * Takes a lock for whoever calls, and waits for it if need be; other processes look every 20 ms, and nobody is served
     * in turn.
     *
     * @param who for people
     * @param patience how long to wait; zero asks once
     * @throws LockUnavailable if it is not to be had in that time, or the disk fails: nothing is held then
     */
    public FileHold take(LockKey key, String who, Duration patience) throws InterruptedException {
        Taker.Asker asker = new Taker.Asker(plain(who), OwnerToken.random());
        Ticker ticker = Ticker.system();
        Duration giveUp = ticker.now().plus(patience);
        Acquisition answer = new Taker(place).ask(key, asker);
        while (!(answer instanceof Acquisition.Granted) && ticker.now().compareTo(giveUp) < 0) {
            Guards.awaitRelease(POLL);
            answer = new Taker(place).ask(key, asker);
        }
        return held(key, asker, answer);
    }

    private static String plain(String who) {
        return who.substring(0, Math.min(LONGEST_WHO, who.length()));
    }

    private FileHold held(LockKey key, Taker.Asker asker, Acquisition answer) {
        if (answer instanceof Acquisition.Granted granted) {
            return new FileHold(place, Guards.find(key, asker.token()).orElseThrow(), granted.fence());
        }
        throw new LockUnavailable(key, answer);
    }

    /** Who holds what, from the records; for people. It refuses every steal. */
    public LockInspector inspector() {
        return new FileLockInspector(place);
    }

    /** Asks nothing but whether the kernel still holds each, on the guard that everybody asks. */
    @Override
    public Map<LockClaim, Renewal> renewAll(Collection<LockClaim> claims) {
        Map<LockClaim, Renewal> answers = new HashMap<>();
        claims.forEach(claim -> answers.put(claim, renew(claim)));
        return answers;
    }

    private static Renewal renew(LockClaim claim) {
        return claim instanceof FileClaim file
                ? file.renew()
                : new Renewal.Lost(claim.key() + " was not claimed in a file store");
    }

    /** The kernel frees what a process holds at its death, and no moment later. */
    @Override
    public void shorten(Collection<LockClaim> claims, Duration left) {}

    @Override
    public boolean endsWithLease() {
        return false;
    }

    /** Nominal: nothing expires. What a worker holds is asked for in time, or its attempt is cancelled, to be sure. */
    @Override
    public Duration ttl() {
        return TTL;
    }
}
