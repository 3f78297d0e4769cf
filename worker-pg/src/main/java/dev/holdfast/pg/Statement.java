package dev.holdfast.pg;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** A prepared statement whose parameters are bound in order. Used by one thread; closed by whoever made it. */
final class Statement implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement prepared;
    private int bound;

    Statement(Connection connection, String sql) throws SQLException {
        this.connection = connection;
        this.prepared = connection.prepareStatement(sql);
    }

    @CanIgnoreReturnValue
    Statement text(String value) throws SQLException {
        prepared.setString(++bound, value);
        return this;
    }

    @CanIgnoreReturnValue
    Statement number(long value) throws SQLException {
        prepared.setLong(++bound, value);
        return this;
    }

    @CanIgnoreReturnValue
    Statement integer(int value) throws SQLException {
        prepared.setInt(++bound, value);
        return this;
    }

    @CanIgnoreReturnValue
    Statement maybeNumber(Long value) throws SQLException {
        prepared.setObject(++bound, value, Types.BIGINT);
        return this;
    }

    @CanIgnoreReturnValue
    Statement flag(boolean value) throws SQLException {
        prepared.setBoolean(++bound, value);
        return this;
    }

    @CanIgnoreReturnValue
    Statement uuid(UUID value) throws SQLException {
        prepared.setObject(++bound, value, Types.OTHER);
        return this;
    }

    @CanIgnoreReturnValue
    Statement texts(Collection<String> values) throws SQLException {
        return array("text", values.toArray());
    }

    @CanIgnoreReturnValue
    Statement numbers(List<Long> values) throws SQLException {
        return array("int8", values.toArray());
    }

    @CanIgnoreReturnValue
    Statement integers(List<Integer> values) throws SQLException {
        return array("int4", values.toArray());
    }

    /** @param values as text, so that infinite ones can be said */
    @CanIgnoreReturnValue
    Statement times(List<String> values) throws SQLException {
        return array("timestamptz", values.toArray());
    }

    @CanIgnoreReturnValue
    Statement uuids(List<UUID> values) throws SQLException {
        return array("uuid", values.toArray());
    }

    private Statement array(String type, Object[] values) throws SQLException {
        prepared.setArray(++bound, connection.createArrayOf(type, values));
        return this;
    }

    /** The rows; closed with the statement. */
    ResultSet query() throws SQLException {
        return prepared.executeQuery();
    }

    /** The only row of a statement that always has one. */
    ResultSet row() throws SQLException {
        ResultSet rows = prepared.executeQuery();
        if (!rows.next()) {
            throw new SQLException("the statement answered no row", "P0002");
        }
        return rows;
    }

    @CanIgnoreReturnValue
    int update() throws SQLException {
        return prepared.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        prepared.close();
    }
}
