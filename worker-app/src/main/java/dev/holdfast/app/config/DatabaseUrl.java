package dev.holdfast.app.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.postgresql.Driver;

/** A database URL in either spelling, taken apart. Messages never repeat it: it may hold a password. */
record DatabaseUrl(String jdbc, Optional<String> user, Optional<String> password) {
    private static final String JDBC = "jdbc:postgresql:";
    private static final String WANTED =
            "must look like postgres://user:password@host:5432/database or jdbc:postgresql://host:5432/database";

    static DatabaseUrl parse(String text) {
        if (text.startsWith(JDBC)) {
            return new DatabaseUrl(parsable(text), Optional.empty(), Optional.empty());
        }
        if (!text.startsWith("postgres://") && !text.startsWith("postgresql://")) {
            throw new IllegalArgumentException(WANTED);
        }
        return fromUri(uri(text));
    }

    /** Here and not when it is used: the driver's own complaint repeats the whole URL. */
    private static String parsable(String jdbc) {
        if (Driver.parseURL(jdbc, null) == null) {
            throw new IllegalArgumentException(WANTED);
        }
        return jdbc;
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            // Not as the cause: it would carry the URL, and with it the password, into a stack trace.
            throw new IllegalArgumentException(
                    WANTED + "; special characters in the password are written as %40 and the like");
        }
    }

    private static DatabaseUrl fromUri(URI uri) {
        if (uri.getHost() == null || uri.getRawPath().length() < 2) {
            throw new IllegalArgumentException(WANTED);
        }
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        String[] login = uri.getRawUserInfo() == null
                ? new String[0]
                : uri.getRawUserInfo().split(":", 2);
        return new DatabaseUrl(
                JDBC + "//" + uri.getHost() + port + uri.getRawPath() + query, part(login, 0), part(login, 1));
    }

    private static Optional<String> part(String[] login, int index) {
        return index < login.length
                ? Optional.of(URLDecoder.decode(login[index].replace("+", "%2B"), StandardCharsets.UTF_8))
                : Optional.empty();
    }

    /** What may be shown of a JDBC URL: its parameters may hold a password. */
    static String shown(String jdbc) {
        return jdbc.substring(JDBC.length()).split("\\?", 2)[0].replaceFirst("^//", "");
    }
}
