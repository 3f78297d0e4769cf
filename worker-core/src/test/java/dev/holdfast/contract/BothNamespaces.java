package dev.holdfast.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lock case that runs for a lock of each namespace in use; its parameter is the key. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@ValueSource(strings = {"pr-actuation/owner/repo#7", "ai-review/owner/repo#7@0a1b2c:full"})
public @interface BothNamespaces {}
