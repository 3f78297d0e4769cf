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
            Map.entry("V3__history.sql", "41d1a650161af4001f5f79c0661732189b44f17ac1d697ac14554e4294ae44ab"),
            Map.entry("V4__enqueue.sql", "1a6f24be1c8915cc5959244f83b987a7fefec251aabd3d51519e1644cbc3cfce"),
            Map.entry("V5__locks.sql", "845af8b82160e9d1c99f9859e1e66f5196ddc624a6ed849aa70203c833504a50"),
            Map.entry("V6__steals.sql", "f678fba9b0f7a386f767dcd61446db7d13dc3b97892192e8ad1d9e6939cbe07d"),
            Map.entry("V7__lease_and_settle.sql", "0e21dc501d3ddb1fbecd6b8396cb253ba75bebd18b4192bc21274b4e5c6d9915"),
            Map.entry("V8__end_of_session.sql", "910fbab10ec5403a85ee330b9f50a195edbde21db69669fd48b959363f367202"),
            Map.entry("V9__effects.sql", "a339e128d19fd3e0361ada90a16fcb1e04e238fcbb003b93bd8eec8041e402d9"),
            Map.entry("V10__operators.sql", "c1601de4314ed50d2cfd449c44a44aaa719e3efdbac87784bd341dc93b530da5"));

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
