/**
 * Configuration: one table of keys ({@link dev.holdfast.app.config.Key}), read from the environment, then from a file;
 * an unknown key or a value that cannot be read refuses to start and is named.
 */
package dev.holdfast.app.config;
