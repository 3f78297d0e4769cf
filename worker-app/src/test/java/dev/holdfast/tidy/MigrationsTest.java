package dev.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MigrationsTest {
    /** What each file was when it was written. A line is added with its file and then stays as it is. */
    private static final Map<String, String> RECORDED = Map.ofEntries();

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
