package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.queue.StoreUnavailableException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class SchemaMigrationTest {
    @Test
    void fourProcessesThatMigrateAtOnceAllFindTheSchemaInPlace() {
        TestDatabase database = TestDatabase.empty();

        List<Migrated> answers = Threads.together(
                Collections.nCopies(4, (Callable<Migrated>) () -> Migrations.migrate(database.config())));

        int newest = Migrations.newest(database.config());
        assertThat(answers).extracting(Migrated::to).containsOnly(Integer.toString(newest));
        assertThat(answers.stream().mapToInt(Migrated::applied).sum()).isEqualTo(newest);
        assertThatCode(() -> Migrations.require(database.config())).doesNotThrowAnyException();
    }

    @Test
    void migratingAgainChangesNothing() {
        TestDatabase database = TestDatabase.create();

        Migrated again = Migrations.migrate(database.config());

        assertThat(again.applied()).isZero();
        assertThat(again.from()).isEqualTo(again.to());
        assertThat(again).hasToString("schema is at version " + again.to() + " already");
    }

    @Test
    void theSchemaLivesBesideAnApplicationsOwn() {
        TestDatabase database = TestDatabase.empty();
        database.execute("create table jobs (id int); create table flyway_schema_history (id int)");

        Migrations.migrate(database.config());

        assertThat(database.ask("select string_agg(table_name, ',' order by table_name) from information_schema.tables"
                        + " where table_schema = 'public'"))
                .isEqualTo("flyway_schema_history,jobs");
    }

    @Test
    void aWeekOfHistoryIsThereAfterAMigration() {
        TestDatabase database = TestDatabase.create();

        assertThat(database.count(
                        "select count(*) from pg_inherits where inhparent = 'holdfast.job_history'::regclass"))
                .isEqualTo(9);
    }

    @Test
    void anEmptyDatabaseIsRefusedWithTheCommandThatHelps() {
        TestDatabase database = TestDatabase.empty();

        assertThatThrownBy(() -> Migrations.require(database.config()))
                .isInstanceOf(NotReadyException.class)
                .hasMessageContaining("holdfast migrate");
    }

    @Test
    void theNextReleasesSchemaServesAndTheOneAfterDoesNot() {
        TestDatabase database = TestDatabase.create();
        int newest = Migrations.newest(database.config());

        pretend(database, newest + 1);
        assertThatCode(() -> Migrations.require(database.config())).doesNotThrowAnyException();

        pretend(database, newest + 2);
        assertThatThrownBy(() -> Migrations.require(database.config()))
                .isInstanceOf(NotReadyException.class)
                .hasMessageContaining("update Holdfast");
    }

    private static void pretend(TestDatabase database, int version) {
        database.execute("insert into holdfast.schema_history (installed_rank, version, description, type, script,"
                + " installed_by, execution_time, success) values (" + version + ", '" + version
                + "', 'later', 'SQL', 'V" + version + "__later.sql', 'x', 1, true)");
    }

    @Test
    void aSchemaOfAnOlderReleaseIsRefused() {
        TestDatabase database = TestDatabase.create();
        int newest = Migrations.newest(database.config());
        database.execute("delete from holdfast.schema_history where version = '" + newest + "'");

        assertThatThrownBy(() -> Migrations.require(database.config()))
                .isInstanceOf(NotReadyException.class)
                .hasMessageContaining("version " + (newest - 1))
                .hasMessageContaining("holdfast migrate");
    }

    @Test
    void case_11_a_database_that_takes_no_writes_is_refused() {
        TestDatabase database = TestDatabase.create();
        database.execute("do $$ begin execute format('alter database %I set default_transaction_read_only = on',"
                + " current_database()); end $$");

        assertThatThrownBy(() -> Migrations.require(database.config()))
                .isInstanceOf(NotReadyException.class)
                .hasMessageContaining("default_transaction_read_only");
    }

    @Test
    void aRoleThatMayNotWriteIsRefused() {
        TestDatabase database = TestDatabase.create();
        database.execute("create role reader login password 'reader'; grant usage on schema holdfast to reader;"
                + " grant select on all tables in schema holdfast to reader");
        PgConfig config = new PgConfig(
                database.url().substring(0, database.url().indexOf('?')),
                "reader",
                "reader",
                database.config().options());
        try {
            assertThatThrownBy(() -> Migrations.require(config))
                    .isInstanceOf(NotReadyException.class)
                    .hasMessageContaining("jobs")
                    .hasMessageContaining("grant");
        } finally {
            database.execute("drop owned by reader; drop role reader");
        }
    }

    @Test
    void aServerThatIsNotThereIsSaidToBeUnavailable() {
        PgConfig nowhere = PgConfig.of("jdbc:postgresql://127.0.0.1:1/none?user=a&password=b")
                .with(TestDatabase.empty().impatient().options());

        assertThatThrownBy(() -> Migrations.require(nowhere)).isInstanceOf(StoreUnavailableException.class);
    }
}
