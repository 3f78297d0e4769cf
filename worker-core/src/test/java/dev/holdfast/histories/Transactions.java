package dev.holdfast.histories;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Transactions of somebody else that are open in a history. */
final class Transactions {
    private static final int MOST = 2;
    private static final int MOST_LOCKED = 3;

    private final Play play;
    private final List<Late> open = new ArrayList<>();

    Transactions(Play play) {
        this.play = play;
    }

    /** One open transaction. */
    record Late(HistoryStore.Open handle, List<Known> born, List<Known> locked, List<Known> asked) {
        Late(HistoryStore.Open handle) {
            this(handle, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        void inserts(List<Known> jobs) {
            born.addAll(jobs);
        }

        /** A request for a key: its job is new, or its row is taken until the end. */
        void keyed(Optional<Known> live, Known job) {
            if (live.isEmpty()) {
                born.add(job);
                return;
            }
            locks(job);
            if (job.isRunning()) {
                asked.add(job);
            }
        }

        void locks(Known job) {
            job.locked = true;
            locked.add(job);
        }
    }

    /** One that is open, or a new one; empty where there are none. */
    Optional<Late> open() {
        return open.isEmpty() ? begin() : Optional.of(open.get(open.size() - 1));
    }

    private Optional<Late> begin() {
        Optional<Late> begun = play.store().accidents().map(accidents -> new Late(accidents.begin()));
        begun.ifPresent(open::add);
        return begun;
    }

    void lockSome(Step step) {
        Optional<Late> late = open.size() < MOST ? begin() : Optional.of(open.get(0));
        late.ifPresent(one -> {
            one.handle().lockSome(play.queues(step.a()), 1 + step.b() % MOST_LOCKED).stream()
                    .map(play.board()::get)
                    .forEach(one::locks);
            play.tell("a transaction has the rows of " + one.locked());
        });
    }

    void endOne(Step step) {
        Board.pick(open, step.a()).ifPresent(late -> end(late, step.b() % 4 != 0));
    }

    /** Whoever writes a job's row would wait for these. */
    void unblock(List<Known> jobs) {
        if (jobs.stream().anyMatch(job -> job.locked || job.state == Known.State.UNBORN)) {
            endAll(jobs.size());
        }
    }

    void endAll(int number) {
        while (!open.isEmpty()) {
            end(open.get(0), (number + open.size()) % 3 != 0);
        }
    }

    private void end(Late late, boolean commit) {
        open.remove(late);
        late.handle().end(commit);
        late.born().forEach(job -> job.state = commit ? Known.State.WAITING : Known.State.GONE);
        late.locked().forEach(job -> job.locked = false);
        late.asked().forEach(job -> job.pending |= commit);
        play.tell((commit ? "committed " : "rolled back ") + late.born() + late.locked());
    }
}
