package dev.holdfast.app.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.app.cases.handlers.Kinds;
import dev.holdfast.app.cases.handlers.Todo;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** What the image and the Compose file start, as process 1. */
class ContainerIT {
    private static final Pattern EXEC_FORM = Pattern.compile("\\[\\s*(\"[^\"]*\"(?:\\s*,\\s*\"[^\"]*\")*)\\s*\\]");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    /** Case 60. */
    @Test
    void theCommandOfTheImageAndOfComposeIsProcessOneAndDrainsOnSigterm() throws Exception {
        Path image = image();
        try (Site site = Site.in(folder)) {
            JobId job = site.tables().enqueue(NewJob.of(Kinds.WORK, Todo.lasting(2000)));
            List<String> command = new ArrayList<>(Namespace.command());
            command.addAll(commandOfTheImage(image));
            command.addAll(execForm(Checkout.read("docker-compose.yml"), "command:", "work"));
            Map<String, String> settings = site.settings("a");
            settings.put("HOLDFAST_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx192m");
            settings.put("JAVA_HOME", System.getProperty("java.home"));
            Child worker = site.add(Child.start(folder, "a", settings, command));
            site.records().awaitRun(job, 1);

            Child.signal(Namespace.processOne(worker), "TERM");

            assertThat(worker.awaitEnd(Scale.GRACE.plus(Scale.SLACK))).isZero();
            assertThat(worker.log().lastLine()).contains("1 finished, 0 returned, 0 forced");
            // In its namespace it was process 1.
            assertThat(site.records().runs(job))
                    .singleElement()
                    .satisfies(run -> assertThat(run.pid()).isEqualTo(1));
            site.invariants().hold().everyJobEnded().attemptsAreRuns().nothingIsLeft();
        }
    }

    /** Laid out as the Dockerfile does it. */
    private static Path image() throws IOException {
        Path image = Files.createDirectories(Child.lib().resolveSibling("cases-image"));
        Files.copy(Checkout.file("holdfast"), image.resolve("holdfast"), StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(image.resolve("lib"));
        Files.createSymbolicLink(image.resolve("lib"), Child.lib());
        return image;
    }

    /** The entry point, with the image's folder in place of /opt/holdfast. */
    private static List<String> commandOfTheImage(Path image) throws IOException {
        return execForm(Checkout.read("Dockerfile"), "ENTRYPOINT", "holdfast").stream()
                .map(word -> word.replace("/opt/holdfast", image.toString()))
                .toList();
    }

    /** The words of the line that begins so and names the word; a line in shell form has none. */
    private static List<String> execForm(String text, String begin, String word) {
        String line = text.lines()
                .map(String::strip)
                .filter(each -> each.startsWith(begin) && each.contains(word))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line " + begin + " … " + word));
        Matcher words = EXEC_FORM.matcher(line.substring(begin.length()));
        assertThat(words.find()).as("%s is in exec form", line).isTrue();
        return Pattern.compile("\"([^\"]*)\"")
                .matcher(words.group(1))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
