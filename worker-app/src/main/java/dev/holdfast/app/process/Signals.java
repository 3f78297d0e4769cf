package dev.holdfast.app.process;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Signals of the operating system. A shutdown hook is not enough: it never sees the second signal. The JVM's own class
 * for this is reached by name, because it is not part of the platform's promised API; where it is missing, only
 * {@link #onExit} remains.
 */
public final class Signals {
    private static final String SIGNAL = "sun.misc.Signal";
    private static final String HANDLER = "sun.misc.SignalHandler";

    private Signals() {}

    /**
     * Calls the action on each such signal, on a thread of the JVM's. The action only sets a flag or wakes somebody.
     *
     * @param name without SIG, for example {@code TERM}
     * @return false if the JVM keeps the signal for itself
     */
    public static boolean take(String name, Runnable action) {
        try {
            Class<?> type = Class.forName(HANDLER);
            return handle(
                    name, type, Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls(action)));
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Goes on as if the signal had not come. */
    public static boolean ignore(String name) {
        return take(name, () -> {});
    }

    private static InvocationHandler calls(Runnable action) {
        return (proxy, method, arguments) -> {
            if (method.getName().equals("handle")) {
                action.run();
                return null;
            }
            return ofObject(proxy, method, arguments);
        };
    }

    /** A proxy answers these itself. */
    private static Object ofObject(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "signal handler";
        };
    }

    private static boolean handle(String name, Class<?> type, Object handler) throws ReflectiveOperationException {
        Class<?> signal = Class.forName(SIGNAL);
        try {
            signal.getMethod("handle", signal, type)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), handler);
            return true;
        } catch (InvocationTargetException e) {
            // The JVM or the platform does not give this signal away.
            return false;
        }
    }

    /** Runs the action when somebody calls {@link System#exit}; the process waits for it to return. */
    public static void onExit(Runnable action) {
        Runtime.getRuntime().addShutdownHook(Threads.daemon("system-exit", action));
    }
}
