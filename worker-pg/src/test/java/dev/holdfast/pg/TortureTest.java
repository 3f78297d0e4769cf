package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/**
 * Producers, workers that die and a reaper, all at once, for ten seconds. Whatever interleaving comes about: no lock
 * has two owners, no fence falls, no job is leased for ever, and every job ends once.
 */
class TortureTest extends PgTest {
    private static final Duration RUN = Duration.ofSeconds(10);
    private static final int PRODUCERS = 2;
    private static final int WORKERS = 5;

    @Test
    void nothingOverlapsNothingFallsNothingIsLost() {
        long seed = ThreadLocalRandom.current().nextLong();
        System.out.println("torture seed " + seed);
        Random seeds = new Random(seed);
        Torture torture = new Torture(scene, RUN);
        List<Callable<Void>> threads = new ArrayList<>();
        for (int i = 0; i < PRODUCERS; i++) {
            threads.add(torture.producer(new Random(seeds.nextLong())));
        }
        for (int i = 0; i < WORKERS; i++) {
            threads.add(torture.worker(new Random(seeds.nextLong())));
        }
        threads.add(torture.operator());
        threads.add(torture.reaper());
        threads.add(torture.lookout());

        Threads.together(threads);
        torture.drain();

        assertThat(torture.witness().contradictions()).as("seed " + seed).isEmpty();
        assertThat(torture.witness().grants()).isGreaterThan(Torture.LEAST_GRANTS);
        assertNothingIsLeft();
        assertEveryRequestWasServed(torture);
    }

    private void assertNothingIsLeft() {
        assertThat(database.count("select count(*) from holdfast.jobs")).isZero();
        assertThat(database.count("select count(*) from holdfast.leases")).isZero();
        assertThat(database.count("select count(*) from holdfast.lock_waiters where ticket > 0"))
                .as("places in lines")
                .isZero();
        assertThat(database.count("select count(*) from holdfast.locks where token is not null"))
                .isZero();
    }

    private void assertEveryRequestWasServed(Torture torture) {
        assertThat(database.count("select count(*) from (select id, round from holdfast.job_history"
                        + " group by id, round having count(*) > 1) twice"))
                .as("rounds that ended twice")
                .isZero();
        assertThat(database.ask("select string_agg(distinct id::text, ',') from holdfast.job_history")
                        .split(","))
                .as("jobs that ended")
                .contains(torture.inserted().stream()
                        .map(id -> Long.toString(id.value()))
                        .toArray(String[]::new));
        assertThat(torture.unserved())
                .as("requests whose payload no final round had")
                .isEmpty();
        assertThat(torture.inserted()).hasSizeGreaterThan(100);
    }
}
