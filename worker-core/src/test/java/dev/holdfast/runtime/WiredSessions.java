package dev.holdfast.runtime;

import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockKey;
import dev.holdfast.queue.Beat;
import dev.holdfast.queue.Holdings;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.Leased;
import dev.holdfast.queue.Progress;
import dev.holdfast.queue.Reaped;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionBeat;
import dev.holdfast.queue.SessionInfo;
import dev.holdfast.queue.Sessions;
import dev.holdfast.queue.Settled;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Wake;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Sessions at the other end of a wire. */
record WiredSessions(Sessions real, Wire wire) implements Sessions {
    @Override
    public Session open(SessionInfo info) {
        return wire.ask("open", () -> new WiredSession(real.open(info), wire));
    }

    @Override
    public List<SessionBeat> beats() {
        return wire.ask("beats", real::beats);
    }

    @Override
    public Optional<Reaped> reap(SessionBeat seen) {
        return wire.ask("reap", () -> real.reap(seen));
    }

    @Override
    public void wakeWaiters(Collection<LockKey> freed) {
        wire.run("wake waiters", () -> real.wakeWaiters(freed));
    }

    @Override
    public Set<SessionId> ended(Set<SessionId> asked) {
        return wire.ask("ended", () -> real.ended(asked));
    }

    @Override
    public String deployment() {
        return wire.ask("deployment", real::deployment);
    }

    @Override
    public AutoCloseable onWake(Consumer<Wake> listener) {
        return real.onWake(listener);
    }

    private record WiredSession(Session real, Wire wire) implements Session {
        @Override
        public SessionId id() {
            return real.id();
        }

        @Override
        public Leased lease(LeaseRequest request) {
            return wire.ask("lease", () -> real.lease(request));
        }

        @Override
        public Settled settle(List<Settlement> settlements) {
            return wire.ask("settle", () -> real.settle(settlements));
        }

        @Override
        public void announceIdle(List<String> queues) {
            wire.run(queues.isEmpty() ? "busy" : "idle", () -> real.announceIdle(queues));
        }

        @Override
        public void report(List<Progress> progress) {
            wire.run("report", () -> real.report(progress));
        }

        @Override
        public Beat heartbeat() {
            Beat beat = wire.ask("heartbeat", real::heartbeat);
            return new Beat(beat.live(), beat.attention(), wire.timeline());
        }

        @Override
        public Holdings holdings() {
            return wire.ask("holdings", real::holdings);
        }

        @Override
        public void end(Will will) {
            wire.run("end", () -> real.end(will));
        }

        @Override
        public void close() {
            real.close();
            wire.closed();
        }
    }
}
