package dev.holdfast.app.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A lock store that comes in a plugin's jar. */
class PluginStoreIT {
    private static final int USAGE = 2;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private Site site;

    @BeforeEach
    void setUp() throws Exception {
        site = Site.in(folder);
    }

    @AfterEach
    void tearDown() throws Exception {
        site.close();
    }

    /** Case 46. */
    @Test
    void aPluginsStoreThatCannotCompareAndDeleteIsRefusedAtBootAndTheStepIsNamed() throws Exception {
        Child worker = site.begin("a", Map.of("HOLDFAST_LOCKS", "forgetful"));

        assertThat(worker.awaitEnd(Scale.PATIENCE)).isEqualTo(USAGE);
        assertThat(worker.log().errors()).contains("forgetful", "a rival's release is refused");
        assertThat(worker.log().events("SessionOpened")).isEmpty();
    }

    @Test
    void aStoreThatNobodyBringsIsRefusedAndThoseThatThereAreAreNamed() throws Exception {
        Child worker = site.begin("a", Map.of("HOLDFAST_LOCKS", "etcd"));

        assertThat(worker.awaitEnd(Scale.PATIENCE)).isEqualTo(USAGE);
        assertThat(worker.log().errors()).contains("HOLDFAST_LOCKS", "postgres, redis, forgetful", "etcd");
    }
}
