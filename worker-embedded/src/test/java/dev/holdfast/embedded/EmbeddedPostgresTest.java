package dev.holdfast.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class EmbeddedPostgresTest {
    @TempDir
    Path root;

    @Test
    void keepsItsDataAndItsPasswordAcrossStarts() throws Exception {
        String password;
        try (EmbeddedPostgres first = EmbeddedPostgres.start(TestFolders.server(root))) {
            execute(first, "CREATE TABLE kept AS SELECT 42 AS answer");
            password = first.password();
        }

        try (EmbeddedPostgres second = EmbeddedPostgres.start(TestFolders.server(root))) {
            assertThat(query(second, "SELECT answer FROM kept")).isEqualTo("42");
            assertThat(second.password()).isEqualTo(password);
        }
    }

    @Test
    void flushesToDiskUnlessToldOtherwise() throws Exception {
        PostgresConfig plain = PostgresConfig.in(root).withBinaries(TestFolders.binaries());
        try (EmbeddedPostgres server = EmbeddedPostgres.start(plain)) {
            assertThat(query(server, "SHOW fsync")).isEqualTo("on");
        }

        try (EmbeddedPostgres server = EmbeddedPostgres.start(plain.with("fsync", "off"))) {
            assertThat(query(server, "SHOW fsync")).isEqualTo("off");
        }
    }

    @Test
    void asksForThePasswordAndHasNoSocketFile() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(TestFolders.server(root))) {
            String wrong = server.jdbcUrl().replace(server.password(), "wrong");

            assertThatThrownBy(() -> DriverManager.getConnection(wrong)).hasMessageContaining("password");
            assertThat(query(server, "SHOW unix_socket_directories")).isEmpty();
            assertThat(query(server, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void isGoneWhenClosedAndCloseMayBeRepeated() throws Exception {
        EmbeddedPostgres server = EmbeddedPostgres.start(TestFolders.server(root));
        ProcessHandle postmaster =
                ProcessHandle.of(TestFolders.postmaster(root)).orElseThrow();

        server.close();
        server.close();

        assertThat(postmaster.isAlive()).isFalse();
    }

    @Test
    void comesBackOnItsPortAfterAStop() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(TestFolders.server(root))) {
            String url = server.createDatabase();
            execute(url, "CREATE TABLE kept (answer int)");

            server.stop();
            assertThatThrownBy(() -> DriverManager.getConnection(url)).isInstanceOf(SQLException.class);
            server.startAgain();

            assertThat(query(url, "SELECT count(*) FROM kept")).isEqualTo("0");
        }
    }

    @Test
    void recoversWhatWasCommittedBeforeACrash() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(TestFolders.server(root))) {
            execute(server, "CREATE TABLE kept AS SELECT 42 AS answer");

            server.stopImmediately();
            server.startAgain();

            assertThat(query(server, "SELECT answer FROM kept")).isEqualTo("42");
            assertThat(Files.readString(root.resolve("postgres.log"))).contains("automatic recovery in progress");
        }
    }

    @Test
    void answersNothingWhilePausedAndEverythingAfterwards() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(TestFolders.server(root));
                Connection connection = DriverManager.getConnection(server.jdbcUrl())) {
            server.pause();
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> query(connection, "SELECT 7"));
            await().during(300, TimeUnit.MILLISECONDS).until(() -> !answer.isDone());

            server.resume();

            assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("7");
        }
    }

    @Test
    void stopsEvenWhenPaused() throws Exception {
        EmbeddedPostgres server = EmbeddedPostgres.start(TestFolders.server(root));
        ProcessHandle postmaster =
                ProcessHandle.of(TestFolders.postmaster(root)).orElseThrow();
        server.pause();

        server.close();

        assertThat(postmaster.isAlive()).isFalse();
    }

    @Test
    void listensOnThePortItIsTold() throws Exception {
        int port;
        try (EmbeddedPostgres server = EmbeddedPostgres.start(TestFolders.server(root))) {
            port = server.port();
        }

        try (EmbeddedPostgres server =
                EmbeddedPostgres.start(TestFolders.server(root).withPort(port))) {
            assertThat(server.port()).isEqualTo(port);
            assertThat(query(server, "SHOW port")).isEqualTo(Integer.toString(port));
        }
    }

    @Test
    void saysWhyItDidNotStart() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            PostgresConfig config = TestFolders.server(root).withPort(taken.getLocalPort());

            assertThatThrownBy(() -> EmbeddedPostgres.start(config))
                    .hasMessageContaining("Address already in use")
                    .hasMessageContaining("postgres.log");
        }
        assertThatThrownBy(() -> EmbeddedPostgres.start(TestFolders.server(root).with("no_such_setting", "1")))
                .hasMessageContaining("unrecognized configuration parameter");
    }

    @Test
    void givesTheFolderBackWhenAStartFails() throws Exception {
        assertThatThrownBy(() -> EmbeddedPostgres.start(TestFolders.server(root).with("no_such_setting", "1")))
                .hasMessageContaining("no_such_setting");

        try (EmbeddedPostgres server = EmbeddedPostgres.start(TestFolders.server(root))) {
            assertThat(query(server, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void runsInAFolderThatBelongsToAnOrdinaryUser() throws Exception {
        int nobody = 65_534;
        int owner = RunAs.uid(Path.of("/proc/self")) == 0 ? nobody : RunAs.uid(root);
        Files.setAttribute(root, "unix:uid", owner);

        try (EmbeddedPostgres server = EmbeddedPostgres.start(root)) {
            assertThat(query(server, "SELECT 1")).isEqualTo("1");
            assertThat(RunAs.uid(root.resolve("data"))).isEqualTo(owner);
        }
    }

    @Test
    void sharesOneServerAndGivesEveryCallerADatabase() {
        EmbeddedPostgres shared = EmbeddedPostgres.shared();
        String one = shared.createDatabase();
        String other = shared.createDatabase();

        execute(one, "CREATE TABLE mine (id int)");

        assertThat(EmbeddedPostgres.shared()).isSameAs(shared);
        assertThat(query(other, "SELECT to_regclass('mine') IS NULL")).isEqualTo("t");
    }

    private static void execute(EmbeddedPostgres server, String sql) {
        execute(server.jdbcUrl(), sql);
    }

    private static void execute(String url, String sql) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static String query(EmbeddedPostgres server, String sql) {
        return query(server.jdbcUrl(), sql);
    }

    private static String query(String url, String sql) {
        try (Connection connection = DriverManager.getConnection(url)) {
            return query(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static String query(Connection connection, String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
