package dev.holdfast.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.BrokenLocks.Claim;
import dev.holdfast.lock.LockStoreProbe.Finding;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionInfo;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockStoreProbeTest {
    private static final SessionInfo INFO = new SessionInfo(
            "test",
            new SessionInfo.ProcessInfo("localhost", 1, "0", "test"),
            Set.of(),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60));

    private final MemoryStore store = new MemoryStore();
    private final Session session = store.sessions().open(INFO);

    private Finding probe(LockStore locks) {
        return new LockStoreProbe(locks, session.id()).run();
    }

    private Finding probeBroken(UnaryOperator<LockClaim> breaking) {
        return probe(new BrokenLocks(store.locks(), breaking));
    }

    private void assertNothingLeft() {
        assertThat(store.lockInspector().list(10)).isEmpty();
    }

    @Test
    void a_store_that_keeps_the_rules_passes_and_keeps_nothing() {
        assertThat(probe(store.locks())).isEqualTo(new Finding.Proven());
        assertThat(probe(store.locks())).isEqualTo(new Finding.Proven());
        assertNothingLeft();
    }

    @Test
    void case_46_a_store_that_releases_whoever_holds_the_key_is_named() {
        AtomicReference<LockClaim> last = new AtomicReference<>();
        UnaryOperator<LockClaim> byName = claim -> new Claim(claim) {
            @Override
            public Acquisition tryAcquire() {
                Acquisition answer = super.tryAcquire();
                if (answer instanceof Acquisition.Granted) {
                    last.set(claim);
                }
                return answer;
            }

            @Override
            public Release release() {
                return last.get().release();
            }
        };

        assertThat(probeBroken(byName)).isEqualTo(new Finding.Unfit("a rival's release is refused"));
        assertNothingLeft();
    }

    @Test
    void a_store_that_grants_to_everybody_is_named() {
        assertThat(probeBroken(claim -> new Claim(claim) {
                    @Override
                    public Acquisition tryAcquire() {
                        return claim.steal(new Steal("open house", Steal.Mode.NOW));
                    }
                }))
                .isEqualTo(new Finding.Unfit("a rival's claim is refused"));
        assertNothingLeft();
    }

    @Test
    void a_store_whose_fence_does_not_rise_is_named() {
        FencingToken same = new FencingToken(1);
        assertThat(probeBroken(claim -> new Claim(claim) {
                    @Override
                    public Acquisition tryAcquire() {
                        return super.tryAcquire() instanceof Acquisition.Granted granted
                                ? new Acquisition.Granted(same, granted.validity())
                                : super.tryAcquire();
                    }
                }))
                .isEqualTo(new Finding.Unfit("a released key is granted again, under a higher fence"));
        assertNothingLeft();
    }

    @Test
    void a_store_that_renews_for_anybody_is_named() {
        LockStore generous = new BrokenLocks(store.locks(), UnaryOperator.identity()) {
            @Override
            public Map<LockClaim, Renewal> renewAll(Collection<LockClaim> claims) {
                Map<LockClaim, Renewal> answers = new HashMap<>();
                claims.forEach(claim -> answers.put(claim, new Renewal.Renewed(ttl())));
                return answers;
            }
        };

        assertThat(probe(generous)).isEqualTo(new Finding.Unfit("a rival's renewal is refused"));
        assertNothingLeft();
    }

    @Test
    void a_store_that_pretends_to_release_is_named() {
        assertThat(probeBroken(claim -> new Claim(claim) {
                    private boolean lies;

                    @Override
                    public Acquisition tryAcquire() {
                        Acquisition answer = super.tryAcquire();
                        lies = answer instanceof Acquisition.Granted;
                        return answer;
                    }

                    @Override
                    public Release release() {
                        boolean lie = lies;
                        lies = false;
                        return lie ? Release.RELEASED : super.release();
                    }
                }))
                .isEqualTo(new Finding.Unfit("a released key is granted again, under a higher fence"));
        assertNothingLeft();
    }

    @Test
    void a_store_that_does_not_answer_is_not_taken_for_one_that_cannot_lock() {
        store.fail(MemoryStore.Fault.UNREACHABLE);

        assertThat(probe(store.locks())).isInstanceOf(Finding.Unanswered.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void a_store_that_falls_silent_at_any_request_is_not_taken_for_one_that_cannot_lock(int answered) {
        AtomicInteger left = new AtomicInteger(answered);
        UnaryOperator<LockClaim> fading = claim -> new Claim(claim) {
            @Override
            public Acquisition tryAcquire() {
                return left.getAndDecrement() > 0 ? super.tryAcquire() : new Acquisition.Unknown("silence");
            }

            @Override
            public Release release() {
                return left.getAndDecrement() > 0 ? super.release() : Release.UNKNOWN;
            }
        };

        assertThat(probeBroken(fading)).isInstanceOf(Finding.Unanswered.class);
    }

    @Test
    void a_renewal_without_an_answer_is_no_refusal() {
        LockStore silent = new BrokenLocks(store.locks(), UnaryOperator.identity()) {
            @Override
            public Map<LockClaim, Renewal> renewAll(Collection<LockClaim> claims) {
                Map<LockClaim, Renewal> answers = new HashMap<>();
                claims.forEach(claim -> answers.put(claim, new Renewal.Unknown("silence")));
                return answers;
            }
        };

        assertThat(probe(silent)).isEqualTo(new Finding.Unanswered("silence"));
        assertNothingLeft();
    }

    @Test
    void a_store_that_throws_is_reported_with_what_it_threw() {
        assertThat(probeBroken(claim -> new Claim(claim) {
                    @Override
                    public Acquisition tryAcquire() {
                        throw new IllegalStateException("out of order");
                    }
                }))
                .isInstanceOfSatisfying(
                        Finding.Unfit.class, unfit -> assertThat(unfit.step()).contains("out of order"));
    }

    @Test
    void a_session_that_has_ended_cannot_probe_and_says_nothing_about_the_store() {
        session.end(Session.Will.STOPPED);

        assertThat(probe(store.locks())).isInstanceOf(Finding.Unanswered.class);
        assertNothingLeft();
    }
}
