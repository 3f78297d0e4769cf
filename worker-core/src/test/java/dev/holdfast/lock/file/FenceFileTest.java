package dev.holdfast.lock.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.memory.ManualTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FenceFileTest {
    @TempDir
    Path directory;

    private final ManualTime time = new ManualTime();
    private FenceFile fence;

    @BeforeEach
    void open() {
        fence = new FenceFile(directory.resolve("a.fence"), FileCalls.REAL);
    }

    private long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time.instant());
    }

    @Test
    void it_is_the_clocks_microseconds_where_that_is_more() throws Exception {
        assertThat(fence.next(time).value()).isEqualTo(micros());
        time.pass(Duration.ofSeconds(1));
        assertThat(fence.next(time).value()).isEqualTo(micros());
    }

    @Test
    void it_rises_although_the_clock_stands_still_or_is_set_back() throws Exception {
        long first = fence.next(time).value();
        long second = fence.next(time).value();
        time.step(Duration.ofDays(-100));

        assertThat(second).isEqualTo(first + 1);
        assertThat(new FenceFile(directory.resolve("a.fence"), FileCalls.REAL)
                        .next(time)
                        .value())
                .isEqualTo(second + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no number", "-5", "9223372036854775807", "99999999999999999999"})
    void a_spoilt_file_leaves_the_clock(String text) throws Exception {
        Files.writeString(directory.resolve("a.fence"), text);

        assertThat(fence.next(time).value()).isEqualTo(micros());
    }
}
