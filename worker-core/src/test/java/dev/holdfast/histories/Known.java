package dev.holdfast.histories;

import dev.holdfast.lease.JobId;
import dev.holdfast.queue.LeasedJob;
import java.util.Optional;

/** What the model knows of a job. */
final class Known {
    enum State {
        /** In a transaction that has not committed. */
        UNBORN,
        WAITING,
        RUNNING,
        GONE
    }

    final JobId id;
    final int mark;
    final Optional<String> key;
    State state;
    Seat seat;
    LeasedJob leased;
    boolean suspect;
    /** A newer request came while it ran. */
    boolean pending;

    boolean cancelled;
    /** A transaction that is open has its row. */
    boolean locked;

    Known(JobId id, int mark, Optional<String> key, State state) {
        this.id = id;
        this.mark = mark;
        this.key = key;
        this.state = state;
    }

    boolean isWaiting() {
        return state == State.WAITING;
    }

    boolean isRunning() {
        return state == State.RUNNING;
    }

    boolean isLive() {
        return isWaiting() || isRunning();
    }

    void leased(Seat by, LeasedJob job) {
        state = State.RUNNING;
        seat = by;
        leased = job;
    }

    /** @param stillSuspect whether it waits as a suspect */
    void waitsAgain(boolean stillSuspect) {
        if (cancelled) {
            ended();
            return;
        }
        unlease(State.WAITING);
        suspect = stillSuspect;
    }

    /** The round is over; a request that came meanwhile starts the next one. */
    void ended() {
        unlease(pending ? State.WAITING : State.GONE);
        suspect = false;
    }

    private void unlease(State next) {
        state = next;
        seat = null;
        leased = null;
        pending = false;
        cancelled = false;
    }

    @Override
    public String toString() {
        return "job " + id.value();
    }
}
