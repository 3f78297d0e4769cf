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
            Map.entry("V5__locks.sql", "f87faed83a8f8118ead76d6b5055c528f9666479591941311de7148f9a350f03"),
            Map.entry("V6__steals.sql", "bbc5fb510a032216370882dcda4abdf905d60c0c579b7ee33575ade17a2b3db4"),
            Map.entry("V7__lease_and_settle.sql", "d480d670df2bbea392fe9036349c5400b2208df667bd712928a9e861f8e7047b"),
            Map.entry("V8__end_of_session.sql", "9b1960069eed2fdc8c314e86795f0aa75cc06bf20067c6907adace30fe884975"),
            Map.entry("V9__effects.sql", "bf4be46d8de73f86bcac6d5fee364dee97c457ef0b325570415a6c8242c6d15f"),
            Map.entry("V10__operators.sql", "b0054b438c46352eb5aec8d512e0c0cc97d72c5750c6925e573a711d3c3e8d8d"),
            Map.entry("V11__parking.sql", "0a79c14f13bcfcecac30d19991f3854ccfabe4e74ea709b67416d7ab7d5e20c3"),
            Map.entry("V12__parked_jobs.sql", "519ad49b801bbba76ff8666eb7f35dc7d1e42d09b25490bda0e30043108acdbe"),
            Map.entry("V13__lock_events.sql", "a48284be2521d3f031265edc9b2f99f18446fbb56fc3b8333f80ae5d810cbc07"),
            Map.entry("V14__fenced_writes.sql", "1202a28f68a62f1a8b46da032fe5a593e9f732f296e11247158fbe562af7036c"),
            Map.entry("V15__single_instance.sql", "58fbb67bfbfdfa4eb182ad88af13b9088045e5fe57e51a476aefc241db652b9f"),
            Map.entry("V16__permits.sql", "d365996908959ea8681be088bd15fc5a61a48fa6a67982ae89693181ea5edbff"),
            Map.entry("V17__release_fast_path.sql", "b186ed03b891dcd61370598c4b4b054dad53361531db21d2860ea57f65d9760c"),
            Map.entry(
                    "V18__fast_lease_and_settle.sql",
                    "d5d25cc084a9608a674b1817a50d9a207c5c442b230ac4029ee6735a3a82f695"),
            Map.entry("V19__enqueue_and_wake.sql", "cf0b6c0f62f0eb57634c5a87653a09fad8720c90afb4110d3e0a023a0024c898"),
            Map.entry("V20__plans_by_key.sql", "52559097fd8e03335c7adb2881e2b32fdc15075e78a65b6b706f3c6a5385ba6f"),
            Map.entry("V21__woken_jobs_by_key.sql", "801547353cf5c1b7e07f4175fa81fb251b24ddd6506d49193d1821439d0ef7f6"),
            Map.entry("V22__idle_cheaply.sql", "962e01275570ce7e99167e652bb95cb2282747109d8e3c27eb194d5a364a1745"),
            Map.entry("V23__batches_by_key.sql", "4805e491b6686177498cd101d4b8e381b612c6ec2ba0075443e363e0398477bf"),
            Map.entry("V24__jobs_by_key.sql", "7711927c52ff5b961c6a8230cfd4a1442c32582daed7b6ea956c459e6a2c0ddc"));

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
