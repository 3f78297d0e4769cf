package dev.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The package graph, as a list. Whoever needs a new arrow adds it here, where a reader sees it; an arrow that is not
 * needed any more is taken out. Names are without {@code dev.holdfast}.
 */
class PackagesTest {
    private static final Graph ALLOWED = Graph.of("""
            lock    -> lease
            lock.file -> lease lock
            job     -> lease lock
            queue   -> lease lock job
            event   -> lease lock job
            plugin  -> lock job
            memory  -> lease lock job queue
            runtime -> lease lock job queue event plugin
            app.config  -> plugin runtime pg redis
            app.locks   -> lock plugin pg redis app.config
            app.log     -> lease event app.config
            app.http    -> lease job queue plugin app.config app.metrics
            app.metrics -> event
            app.process -> app.log
            app.work    -> lock queue event plugin runtime pg app.config app.locks app.log app.metrics app.http app.process
            app.demo    -> lease event plugin runtime pg redis embedded app.config app.log app.http app.process app.work
            app.cli     -> lease lock job queue plugin pg app.config app.locks app.log app.process app.work app.demo
            app -> app.cli
            pg      -> lease lock job queue event
            redis   -> lease lock queue
            github.api      -> lease lock job github.json github.http github.pull
            github.pull     -> lock job
            github.review   -> lock job queue github.json github.http github.pull github.api github.repo
            github.repo     -> lease lock lock.file
            github.actuate  -> lock job github.http github.pull github.api github.review
            github.webhook  -> job plugin github.json github.pull
            github.demo     -> lease plugin github.json github.pull github.api github.repo
            github -> plugin github.http github.pull github.api github.repo github.review github.actuate github.webhook github.demo
            """);

    /** From bottom to top: a package imports from packages of earlier lines only. */
    private static final List<Set<String>> CORE_ORDER = List.of(
            Set.of("lease"),
            Set.of("lock"),
            Set.of("lock.file"),
            Set.of("job"),
            Set.of("queue"),
            Set.of("event"),
            Set.of("plugin"),
            Set.of("runtime", "memory"));

    private static final Graph MODULES = Graph.of("""
            worker-core     ->
            worker-embedded ->
            worker-pg       -> worker-core
            worker-redis    -> worker-core
            worker-github   -> worker-core
            worker-app      -> worker-core worker-pg worker-redis worker-embedded
            """);

    private static final Set<String> NAMES_THAT_SAY_NOTHING =
            Set.of("util", "utils", "common", "helper", "helpers", "manager", "impl", "misc", "base", "shared");

    private final List<SourceFile> sources = Checkout.mainSources();
    private final Graph actual = Graph.ofPackages(sources);

    @Test
    void everyArrowIsListedAndEveryListedArrowExists() {
        assertThat(actual.differencesFrom(ALLOWED)).isEmpty();
    }

    @Test
    void noPackageReachesItself() {
        assertThat(actual.inCycles()).isEmpty();
    }

    @Test
    void theCoreIsBuiltFromBottomToTop() {
        assertThat(actual.arrowsAgainst(CORE_ORDER)).isEmpty();
    }

    @Test
    void modulesPointOneWayOnly() {
        assertThat(Graph.ofModules(sources).differencesFrom(MODULES))
                .filteredOn(difference -> difference.startsWith("not allowed"))
                .isEmpty();
    }

    @Test
    void nothingThatIsShippedUsesTheLaboratory() {
        assertThat(Checkout.withLaboratory())
                .filteredOn(source -> !source.path().startsWith("lab/"))
                .flatMap(SourceFile::uses)
                .doesNotContain("dev.holdfast.bench")
                .noneMatch(name -> name.startsWith("dev.holdfast.bench."));
    }

    @Test
    void everyPackageIsAtHomeInOneModule() {
        Map<String, Set<String>> homes = sources.stream()
                .collect(Collectors.groupingBy(
                        SourceFile::packageName,
                        Collectors.mapping(SourceFile::module, Collectors.toCollection(TreeSet::new))));

        assertThat(homes).allSatisfy((name, modules) -> assertThat(modules).hasSize(1));
    }

    @Test
    void packagesAreNamedAfterWhatTheyAreAbout() {
        assertThat(sources)
                .allSatisfy(source -> assertThat(source.packageName().split("\\."))
                        .as(source.path())
                        .doesNotContainAnyElementsOf(NAMES_THAT_SAY_NOTHING));
    }

    @Test
    void aNewArrowAndAForgottenOneAreBothReported() {
        Graph code = Graph.ofPackages(List.of(
                source("worker-core", "dev.holdfast.lease", "import dev.holdfast.lock.LockKey;"),
                source("worker-core", "dev.holdfast.lock", "")));

        assertThat(code.differencesFrom(Graph.of("lock -> lease")))
                .containsExactly("not allowed: lease -> lock", "listed, but nobody uses it: lock -> lease");
        assertThat(code.arrowsAgainst(CORE_ORDER)).containsExactly("lease -> lock");
    }

    @Test
    void aNameInFullIsAnArrowTooAndACommentIsNone() {
        SourceFile source = source(
                "worker-core",
                "dev.holdfast.job",
                "/* dev.holdfast.runtime.Worker */ dev.holdfast.lock.file.FileLockStore x = \"dev.holdfast.pg.A\";"
                        + " import static dev.holdfast.lease.Ticker.system;");

        assertThat(source.uses()).containsExactly("dev.holdfast.lease", "dev.holdfast.lock.file");
    }

    @Test
    void aCycleIsReportedHoweverLong() {
        Graph graph = Graph.of("""
                a -> b
                b -> c
                c -> a
                d -> a
                """);

        assertThat(graph.inCycles()).containsExactly("a", "b", "c");
    }

    @Test
    void aReversedArrowBetweenModulesIsReported() {
        Graph code = Graph.ofModules(List.of(
                source("worker-core", "dev.holdfast.runtime", "import dev.holdfast.pg.PgQueue;"),
                source("worker-pg", "dev.holdfast.pg", "")));

        assertThat(code.differencesFrom(MODULES)).contains("not allowed: worker-core -> worker-pg");
    }

    private static SourceFile source(String module, String packageName, String body) {
        return SourceFile.of(module + "/src/main/java/X.java", "package " + packageName + ";\n" + body);
    }
}
