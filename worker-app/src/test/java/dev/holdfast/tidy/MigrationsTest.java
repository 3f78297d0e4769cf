package dev.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MigrationsTest {
    /** What each file was when it was written. A line is added with its file and then stays as it is. */
    private static final Map<String, String> RECORDED = Map.ofEntries(
            Map.entry("V1__sessions.sql", "505521a52556747c0fd73b4afac702da12d6c73f46bcc3b75d272093b28c0646"),
            Map.entry("V2__jobs.sql", "1f4cad06651f4896b2855cb3dd86614c065098fb7ac5d49878f786f5b0bc7ec3"),
            Map.entry("V3__history.sql", "483ef2c5d29720ec216296f57f6b2832ec4d191e2e83f39f4b9233839fc2660d"),
            Map.entry("V4__enqueue.sql", "a30610c87a73d85c38a1b5bf2b1840b371307f33ff368c8410d922ab2c943511"),
            Map.entry("V5__locks.sql", "845af8b82160e9d1c99f9859e1e66f5196ddc624a6ed849aa70203c833504a50"),
            Map.entry("V6__steals.sql", "f678fba9b0f7a386f767dcd61446db7d13dc3b97892192e8ad1d9e6939cbe07d"),
            Map.entry("V7__lease_and_settle.sql", "cd39ddcf6ed8fb7bd50bd4d81bcc58ace10f7a0f05476ebe31bdf7b699ccf8b9"),
            Map.entry("V8__end_of_session.sql", "910fbab10ec5403a85ee330b9f50a195edbde21db69669fd48b959363f367202"),
            Map.entry("V9__effects.sql", "a339e128d19fd3e0361ada90a16fcb1e04e238fcbb003b93bd8eec8041e402d9"),
            Map.entry("V10__operators.sql", "13999ae564eed6a019a8b41f3c752b382a742202b43a2a8e81592d9925ed4754"));

    private final Migrations actual = Migrations.of(Checkout.migrations());

    @Test
    void migrationsAreNumberedWithoutGaps() {
        assertThat(actual.wronglyNumbered()).isEmpty();
    }

    @Test
    void migrationsAreNeverEdited() {
        assertThat(actual.differencesFrom(RECORDED)).isEmpty();
    }

    @Test
    void aGapATwinAndAStrangeNameAreReported() {
        Migrations bad = migrations(Map.of(
                "V1__jobs.sql", "a", "V2__locks.sql", "b", "V2__twins.sql", "c", "V4__gap.sql", "d", "jobs.sql", "e"));

        assertThat(bad.wronglyNumbered()).containsExactlyInAnyOrder("V2__twins.sql", "V4__gap.sql", "jobs.sql");
    }

    @Test
    void anEditedANewAndALostMigrationAreReported() {
        Migrations bad = migrations(Map.of("V1__jobs.sql", "edited", "V2__locks.sql", "new"));

        assertThat(bad.differencesFrom(Map.of("V1__jobs.sql", "as written", "V3__lost.sql", "c")))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).startsWith("V1__jobs.sql was edited"),
                        line -> assertThat(line).contains("Map.entry(\"V2__locks.sql\", \"new\")"),
                        line -> assertThat(line).startsWith("V3__lost.sql is gone"));
    }

    private static Migrations migrations(Map<String, String> checksums) {
        return new Migrations(new TreeMap<>(checksums));
    }
}
