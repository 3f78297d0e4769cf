package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AttemptThreadsTest {
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    @Test
    void handlersRunOnVirtualThreadsWhereTheJvmHasThem() throws ReflectiveOperationException {
        Thread thread = AttemptThreads.forHandlers().newThread(() -> {});
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getName()).startsWith("holdfast-attempt-");
        assertThat(isVirtual(thread)).isEqualTo(Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS);
    }

    private static boolean isVirtual(Thread thread) throws ReflectiveOperationException {
        try {
            return (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}
