package dev.holdfast.github.demo;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Values that look random and follow from a text, so that two processes that never talk agree on them. */
final class Derived {
    private Derived() {}

    /** 40 hex digits, like a commit's id. */
    static String sha(String text) {
        return HexFormat.of().formatHex(digest(text));
    }

    /** The id git gives to what it stores. */
    static String hex(byte[] stored) {
        return HexFormat.of().formatHex(digest(stored));
    }

    /** From 0 to below the bound. */
    static int number(String text, int bound) {
        return new BigInteger(1, digest(text)).mod(BigInteger.valueOf(bound)).intValue();
    }

    private static byte[] digest(String text) {
        return digest(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-1").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-1", e);
        }
    }
}
