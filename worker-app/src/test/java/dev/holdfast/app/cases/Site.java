package dev.holdfast.app.cases;

import dev.holdfast.app.cases.handlers.Kinds;
import dev.holdfast.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Where one case plays: a fresh database, the handlers' records, and the processes that were started. */
final class Site implements AutoCloseable {
    private final Path folder;
    private final Tables tables;
    private final Records records;
    private final Sink sink;
    private final List<Child> children = new CopyOnWriteArrayList<>();

    private Site(Path folder, Tables tables) throws IOException, SQLException {
        this.folder = folder;
        this.tables = tables;
        this.records = new Records(EmbeddedPostgres.shared().createDatabase());
        this.sink = new Sink();
        HandlersJar.writeInto(Files.createDirectories(folder.resolve("plugins")));
    }

    /** On the server that all tests share. */
    static Site in(Path folder) throws IOException, SQLException {
        return in(folder, EmbeddedPostgres.shared());
    }

    /** On a server that may be stopped; the records stay on the shared one. */
    static Site in(Path folder, EmbeddedPostgres server) throws IOException, SQLException {
        Site site = withoutSchema(folder, server);
        site.tables.migrate();
        return site;
    }

    static Site withoutSchema(Path folder, EmbeddedPostgres server) throws IOException, SQLException {
        return new Site(folder, new Tables(server.createDatabase()));
    }

    Tables tables() {
        return tables;
    }

    Records records() {
        return records;
    }

    Sink sink() {
        return sink;
    }

    Path folder() {
        return folder;
    }

    /** Starts a worker; returns before it is ready. */
    Child begin(String name, Map<String, String> more) throws IOException {
        Map<String, String> settings = settings(name);
        settings.putAll(more);
        return add(Child.holdfast(folder, name, settings, "work", "--until-stdin-closes"));
    }

    /** Starts any other command. */
    Child begin(Map<String, String> settings, String... arguments) throws IOException {
        return add(Child.holdfast(folder, arguments[0], settings, arguments));
    }

    /** Starts a worker and waits for its session. */
    Child worker(String name, Map<String, String> more) throws IOException {
        Child worker = begin(name, more);
        worker.log().await("SessionOpened");
        return worker;
    }

    Child worker(String name) throws IOException {
        return worker(name, Map.of());
    }

    /** Two workers that start at the same time. */
    Pair pair(Map<String, String> more) throws IOException {
        Pair pair = new Pair(begin("a", more), begin("b", more));
        pair.one().log().await("SessionOpened");
        pair.other().log().await("SessionOpened");
        return pair;
    }

    /** Everything a worker here is told. */
    Map<String, String> settings(String name) {
        Map<String, String> settings = Scale.settings();
        settings.put("HOLDFAST_DATABASE_URL", tables.url());
        settings.put("HOLDFAST_DATABASE_POOL_SIZE", "4");
        settings.put("HOLDFAST_HTTP_PORT", "0");
        settings.put("HOLDFAST_PLUGINS_DIR", folder.resolve("plugins").toString());
        settings.put("HOLDFAST_LOG_FORMAT", "json");
        settings.put("HOLDFAST_INSTANCE", name);
        settings.put(Kinds.RECORDS_URL, records.url());
        settings.put(Kinds.SINK_URL, sink.url());
        return settings;
    }

    Child add(Child child) {
        children.add(child);
        return child;
    }

    /** What the tables and the records say against the promises. What a dead child left open in the records is over. */
    Invariants invariants() {
        for (Child child : children) {
            child.told().ifPresent(at -> records.told(child.pid(), at));
            if (!child.isAlive()) {
                records.stopped(child.pid(), child.endedAt());
            }
        }
        return new Invariants(tables, records);
    }

    @Override
    public void close() throws InterruptedException, SQLException {
        for (Child child : children) {
            child.kill();
        }
        sink.close();
        records.close();
    }
}
