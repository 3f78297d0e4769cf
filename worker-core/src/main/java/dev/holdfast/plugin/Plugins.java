package dev.holdfast.plugin;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * The plugins of a worker: those on the class path, and those in jars of a directory, one class loader each, so that
 * two plugins may bring different versions of one library. Filled at start-up on one thread. Closing it closes the
 * jars, after which their classes can no longer be loaded.
 */
public final class Plugins implements AutoCloseable {
    private final List<Loaded> loaded;
    private final List<PluginJar> jars;

    /** A plugin and where it came from. */
    private record Loaded(WorkerPlugin plugin, String origin) {
        @Override
        public String toString() {
            return plugin.name() + " (" + origin + ")";
        }
    }

    private Plugins(List<Loaded> loaded, List<PluginJar> jars) {
        this.loaded = List.copyOf(loaded);
        this.jars = List.copyOf(jars);
    }

    /**
     * Finds plugins.
     *
     * @param directory holds plugin jars, read in the order of their names; other files are left alone
     * @throws PluginException naming the jar that cannot be used
     */
    public static Plugins load(Optional<Path> directory) {
        ClassLoader parent = Plugins.class.getClassLoader();
        List<Loaded> loaded = new ArrayList<>();
        ServiceLoader.load(WorkerPlugin.class, parent).forEach(plugin -> loaded.add(new Loaded(plugin, "class path")));
        List<PluginJar> jars = new ArrayList<>();
        try {
            for (Path path : directory.map(PluginJar::in).orElse(List.of())) {
                PluginJar jar = PluginJar.open(path, parent);
                jars.add(jar);
                jar.plugins().forEach(plugin -> loaded.add(new Loaded(plugin, jar.name())));
            }
            return new Plugins(loaded, jars);
        } catch (RuntimeException e) {
            jars.forEach(PluginJar::close);
            throw e;
        }
    }

    /** The plugins, those of the class path first. */
    public List<WorkerPlugin> all() {
        return loaded.stream().map(Loaded::plugin).toList();
    }

    /**
     * The handlers of all plugins together.
     *
     * @param settings answers a plugin's settings
     * @throws PluginException naming both plugins if two handle one kind, or the one that refuses its settings
     */
    public Handlers handlers(Function<WorkerPlugin, Settings> settings) {
        Handlers all = new Handlers();
        Map<String, Loaded> owners = new HashMap<>();
        for (Loaded each : loaded) {
            Handlers own = registered(each, settings.apply(each.plugin));
            for (String kind : own.kinds()) {
                refuseSecond(kind, owners.putIfAbsent(kind, each), each);
                all.handle(kind, own.find(kind).orElseThrow());
            }
        }
        return all;
    }

    private static Handlers registered(Loaded loaded, Settings settings) {
        Handlers own = new Handlers();
        try {
            loaded.plugin.register(own, settings);
            return own;
        } catch (RuntimeException | LinkageError e) {
            throw new PluginException("plugin " + loaded + " cannot start: " + e.getMessage(), e);
        }
    }

    private static void refuseSecond(String kind, Loaded first, Loaded second) {
        if (first != null) {
            throw new PluginException(
                    "two plugins handle the kind " + kind + ": " + first + " and " + second + "; remove one of them");
        }
    }

    @Override
    public void close() {
        jars.forEach(PluginJar::close);
    }
}
