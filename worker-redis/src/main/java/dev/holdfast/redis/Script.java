package dev.holdfast.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A script that runs in Redis as one step. Its source is a file of its own beside this class.
 *
 * @param source what it says
 * @param digest by which Redis knows it once it has seen it
 */
record Script(String source, String digest) {
    static final Script CLAIM = named("claim");
    static final Script RENEW = named("renew");
    static final Script RELEASE = named("release");
    static final Script STEAL = named("steal");
    static final Script SHORTEN = named("shorten");
    static final Script REMOVE = named("remove");
    static final Script OPERATOR_STEAL = named("operator-steal");

    private static Script named(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name + ".lua")) {
            byte[] source = in.readAllBytes();
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(source);
            return new Script(
                    new String(source, StandardCharsets.UTF_8), HexFormat.of().formatHex(digest));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the script " + name, e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-1", e);
        }
    }
}
