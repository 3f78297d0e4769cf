package dev.holdfast.app.log;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import dev.holdfast.app.config.Logs;
import java.io.OutputStream;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets logging up and flushes it. Lines go through a bounded queue to one thread; when it is full, lines are dropped
 * rather than making a worker wait for a terminal. There is no shutdown hook: whoever ends the process flushes last.
 */
public final class Logging {
    private static final int QUEUED_LINES = 8192;
    private static final int FLUSH_MILLIS = 1000;
    /** Chatty at INFO about things nobody operates here. */
    private static final List<String> LIBRARIES =
            List.of("io.javalin", "org.eclipse.jetty", "com.zaxxer.hikari", "org.flywaydb", "org.postgresql");

    private Logging() {}

    /** Writes lines as configured to the stream. What was set up before is flushed and replaced. */
    public static void start(Logs logs, OutputStream out) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        context.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.valueOf(logs.level().name()));
        LIBRARIES.forEach(name -> context.getLogger(name).setLevel(Level.WARN));
        root.addAppender(queued(context, writing(context, encoder(context, logs), out)));
    }

    /** Says nothing below an error: for commands whose output is their answer. */
    public static void quiet(OutputStream out) {
        start(new Logs(Logs.Format.TEXT, Logs.Level.ERROR), out);
    }

    /** Writes what is queued and ends logging; later lines go nowhere. Idempotent. Blocks at most a second. */
    public static void stop() {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
    }

    private static AsyncAppender queued(LoggerContext context, OutputStreamAppender<ILoggingEvent> writing) {
        AsyncAppender queued = new AsyncAppender();
        queued.setContext(context);
        queued.setQueueSize(QUEUED_LINES);
        queued.setNeverBlock(true);
        queued.setMaxFlushTime(FLUSH_MILLIS);
        queued.addAppender(writing);
        queued.start();
        return queued;
    }

    private static OutputStreamAppender<ILoggingEvent> writing(
            LoggerContext context, Encoder<ILoggingEvent> encoder, OutputStream out) {
        OutputStreamAppender<ILoggingEvent> writing = new OutputStreamAppender<>();
        writing.setContext(context);
        writing.setEncoder(encoder);
        writing.setOutputStream(new Unclosed(out));
        writing.start();
        return writing;
    }

    private static Encoder<ILoggingEvent> encoder(LoggerContext context, Logs logs) {
        Encoder<ILoggingEvent> encoder = logs.format() == Logs.Format.JSON ? new JsonLines() : text(context);
        encoder.setContext(context);
        encoder.start();
        return encoder;
    }

    private static PatternLayoutEncoder text(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %msg%n%rEx{20}");
        return encoder;
    }
}
