package dev.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class BannedCallsTest {
    private static final List<Ban> BANS = List.of(
            Ban.everywhere(
                    "\\bSystem\\.currentTimeMillis\\(",
                    "a Ticker for durations; the wall clock steps",
                    "long t = System.currentTimeMillis();"),
            Ban.inMain(
                    "\\b(Instant|LocalDateTime|ZonedDateTime|OffsetDateTime)\\.now\\(\\)|\\bClock\\.system",
                    "a Ticker for durations, the database's now() or a Clock passed in for points in time",
                    "Instant start = Instant.now();"),
            Ban.inMain("\\bSystem\\.nanoTime\\(", "a Ticker passed in, so that a test can turn it", "System.nanoTime()")
                    // worker-embedded stands alone, without worker-core.
                    .except("/lease/Ticker.java", "/embedded/Start.java", "/embedded/EmbeddedRedis.java"),
            Ban.inMain(
                            "\\bnew Thread\\(|\\bThread\\.(ofVirtual|ofPlatform|startVirtualThread)\\(",
                            "AttemptThreads, or Threads in the app; a store's own thread is named here, and in the thread table",
                            "Thread t = new Thread(this);")
                    .except(
                            "/runtime/AttemptThreads.java",
                            "/app/process/Threads.java",
                            "/memory/Subscription.java",
                            "/pg/Rounds.java",
                            "/github/http/HttpCalls.java"),
            Ban.everywhere(
                    "\\b(Thread|TimeUnit\\.[A-Z]+|[A-Z]+)\\.sleep\\(",
                    "a wait for the event itself, with a bound: a latch, a condition, Awaitility for another process",
                    "TimeUnit.SECONDS.sleep(1);"),
            Ban.everywhere(
                    "\\b(new(SingleThread)?ScheduledThreadPool\\w*\\(|newSingleThreadScheduledExecutor\\("
                            + "|ScheduledThreadPoolExecutor\\b|scheduleAtFixedRate\\(|scheduleWithFixedDelay\\("
                            + "|new Timer\\()",
                    "a passive service with round(now), turned by Loop: a scheduler drops a task that threw once",
                    "Executors.newScheduledThreadPool(1).scheduleAtFixedRate(r, 0, 1, s);"),
            Ban.everywhere(
                    "\\.printStackTrace\\(",
                    "a logger, with the exception as its last argument",
                    "e.printStackTrace();"),
            Ban.inMain("\\bSystem\\.exit\\(", "a return value that Main turns into the exit code", "System.exit(1);")
                    .except("/app/Main.java"),
            Ban.inMain(
                            "\\.addShutdownHook\\(",
                            "the app's Signals, which enter the one ShutdownSequence",
                            "Runtime.getRuntime().addShutdownHook(t);")
                    .except("/app/process/Signals.java"),
            Ban.inTests(
                    "@Disabled\\b|@(En|Dis)abled(If|On|For)\\w*|\\bassum(e|ing)(That|True|False)\\(|\\bassumption\\w*\\(",
                    "a test that runs everywhere, or none: a skipped test looks like a passed one",
                    "@Disabled class A {}"));

    private static final Ban UNFINISHED =
            Ban.everywhere("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b", "an issue, or finish it", "// TO" + "DO later");

    @Test
    void nobodyUsesABannedCall() {
        assertThat(Checkout.sources())
                .flatMap(source -> BANS.stream()
                        .flatMap(ban -> ban.violations(source).stream())
                        .toList())
                .isEmpty();
    }

    @Test
    void nothingIsLeftForLaterInAComment() {
        assertThat(Checkout.withLaboratory())
                .flatMap(source -> UNFINISHED.violations(withComments(source)))
                .isEmpty();
        assertThat(UNFINISHED.violations(withComments(inMain(UNFINISHED.sample()))))
                .hasSize(1);
    }

    @ParameterizedTest
    @FieldSource("BANS")
    void everyBanReportsItsSample(Ban ban) {
        SourceFile bad = ban.where() == Ban.Where.TESTS ? inTests(ban.sample()) : inMain(ban.sample());

        assertThat(ban.violations(bad))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).contains("X.java:3: ").endsWith("use " + ban.instead()));
    }

    @ParameterizedTest
    @FieldSource("BANS")
    void aBanIsNotAboutCommentsAndStrings(Ban ban) {
        SourceFile harmless = inMain("// " + ban.sample() + "\nString s = \"" + ban.sample() + "\";");

        assertThat(ban.violations(harmless)).isEmpty();
    }

    private static SourceFile withComments(SourceFile source) {
        return new SourceFile(source.path(), source.text(), source.text());
    }

    private static SourceFile inMain(String code) {
        return SourceFile.of("worker-core/src/main/java/dev/holdfast/X.java", "package dev.holdfast;\n\n" + code);
    }

    private static SourceFile inTests(String code) {
        return SourceFile.of("worker-core/src/test/java/dev/holdfast/X.java", "package dev.holdfast;\n\n" + code);
    }
}
