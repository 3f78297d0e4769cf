package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DirectCheckTest extends PgTest {
    @Test
    void aConnectionToTheServerItselfKeepsItsBackend() throws SQLException {
        try (Connection heart = database.connect();
                Connection other = database.connect()) {
            assertThat(DirectCheck.keepsItsBackend(heart, other)).isTrue();
        }
    }

    @Test
    void case_40_a_connection_whose_backend_changes_between_statements_is_found_out() throws SQLException {
        try (Connection first = database.connect();
                Connection second = database.connect();
                Connection other = database.connect()) {
            assertThat(DirectCheck.keepsItsBackend(pooled(first, second), other))
                    .isFalse();
        }
    }

    @Test
    void twoConnectionsThatShareOneBackendAreFoundOut() throws SQLException {
        try (Connection only = database.connect()) {
            assertThat(DirectCheck.keepsItsBackend(pooled(only), pooled(only))).isFalse();
        }
    }

    /** What a pooler in transaction mode makes of a connection: each statement may meet another backend. */
    private static Connection pooled(Connection... backends) {
        AtomicInteger next = new AtomicInteger();
        return (Connection) Proxy.newProxyInstance(
                DirectCheckTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    int turn = method.getName().equals("prepareStatement") ? next.getAndIncrement() : next.get();
                    try {
                        return method.invoke(backends[turn % backends.length], args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
