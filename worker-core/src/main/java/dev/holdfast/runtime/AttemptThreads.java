package dev.holdfast.runtime;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The one place that makes threads. Handlers run on virtual threads where the JVM has them (21 and later), on platform
 * threads otherwise; nothing else differs.
 */
final class AttemptThreads {
    private AttemptThreads() {}

    /** A daemon platform thread, not started. */
    static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Threads for handlers. */
    static ThreadFactory forHandlers() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Object named = type.getMethod("name", String.class, long.class).invoke(builder, "holdfast-attempt-", 1L);
            return (ThreadFactory) type.getMethod("factory").invoke(named);
        } catch (NoSuchMethodException | ClassNotFoundException e) {
            return platform();
        } catch (IllegalAccessException | InvocationTargetException e) {
            // Java 19 and 20 have them behind a preview flag only.
            return platform();
        }
    }

    private static ThreadFactory platform() {
        AtomicLong number = new AtomicLong();
        return body -> daemon("holdfast-attempt-" + number.incrementAndGet(), body);
    }
}
