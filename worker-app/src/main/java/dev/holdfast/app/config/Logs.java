package dev.holdfast.app.config;

/**
 * How the worker logs.
 *
 * @param format lines for people or for machines
 * @param level least level that is written
 */
public record Logs(Format format, Level level) {
    /** What a line looks like. */
    public enum Format {
        TEXT,
        JSON
    }

    /** The usual levels. */
    public enum Level {
        ERROR,
        WARN,
        INFO,
        DEBUG,
        TRACE
    }

    static Logs read(Reader reader) {
        return new Logs(reader.oneOf(Key.LOG_FORMAT, Format.class), reader.oneOf(Key.LOG_LEVEL, Level.class));
    }
}
