package dev.holdfast.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RawQueueTest {
    private static final Map<String, String> SMALL = Map.of("batch", "10", "connections", "2");

    private String url;

    @SuppressWarnings("ImmutableEnumChecker") // a constructor
    enum Shape {
        TEXTBOOK(RawSql::new),
        CURSOR(RawCursor::new);

        private final BiFunction<String, Map<String, String>, RawQueue> create;

        Shape(BiFunction<String, Map<String, String>, RawQueue> create) {
            this.create = create;
        }
    }

    @BeforeEach
    void database() throws Exception {
        url = EmbeddedPostgres.shared().createDatabase();
    }

    @ParameterizedTest
    @EnumSource
    void a_drain_takes_every_job_and_a_second_one_what_came_since(Shape shape) throws Exception {
        try (RawQueue queue = shape.create.apply(url, SMALL)) {
            queue.prepare();
            queue.fill(95);
            queue.drain(95);
            assertThat(waiting()).isZero();
            queue.fill(30);
            queue.drain(30);
            assertThat(waiting()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_drain_ends_though_more_jobs_wait(Shape shape) throws Exception {
        try (RawQueue queue = shape.create.apply(url, SMALL)) {
            queue.prepare();
            queue.fill(200);
            queue.drain(50);
            assertThat(waiting()).isBetween(120, 150);
        }
    }

    @Test
    void a_job_that_comes_behind_the_cursor_is_found_when_none_is_left_before_it() throws Exception {
        try (RawCursor queue = new RawCursor(url, SMALL);
                Connection connection = DriverManager.getConnection(url)) {
            queue.prepare();
            queue.fill(10);
            try (RawQueue.Leases leases = queue.leases(connection, 1, 10)) {
                assertThat(leases.next()).hasSize(10);
                queue.execute("insert into raw_jobs (queue, run_at) values ('default', now() - interval '1 hour')");
                assertThat(leases.next()).isEmpty();
                assertThat(leases.next()).hasSize(1);
            }
        }
    }

    private int waiting() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                ResultSet row = connection.createStatement().executeQuery("select count(*) from raw_jobs")) {
            row.next();
            return row.getInt(1);
        }
    }
}
