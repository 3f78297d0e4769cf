package dev.holdfast.plugin;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.JarFile;

/** One plugin jar with a class loader of its own. */
final class PluginJar implements AutoCloseable {
    private final Path path;
    private final URLClassLoader loader;

    private PluginJar(Path path, URLClassLoader loader) {
        this.path = path;
        this.loader = loader;
    }

    /** The jars of a directory, in the order of their names. */
    static List<Path> in(Path directory) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.jar")) {
            List<Path> jars = new ArrayList<>();
            found.forEach(jars::add);
            return jars.stream().sorted().toList();
        } catch (IOException e) {
            throw new PluginException("the plugin directory " + directory + " cannot be read", e);
        }
    }

    static PluginJar open(Path path, ClassLoader parent) {
        refuseBroken(path);
        return new PluginJar(path, new URLClassLoader(name(path), new URL[] {url(path)}, parent));
    }

    /** A class loader skips a jar that it cannot read, and says nothing. */
    private static void refuseBroken(Path path) {
        try (JarFile jar = new JarFile(path.toFile())) {
            if (jar.getEntry("META-INF/services/" + WorkerPlugin.class.getName()) == null) {
                throw new PluginException("plugin jar " + name(path) + " names no plugin in META-INF/services/"
                        + WorkerPlugin.class.getName() + "; remove it from the directory or add that file");
            }
        } catch (IOException e) {
            throw new PluginException("plugin jar " + name(path) + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The plugins that lie in this jar: the class loader also answers those of the class path. */
    List<WorkerPlugin> plugins() {
        try {
            return ServiceLoader.load(WorkerPlugin.class, loader).stream()
                    .filter(provider -> provider.type().getClassLoader() == loader)
                    .map(ServiceLoader.Provider::get)
                    .toList();
        } catch (ServiceConfigurationError | LinkageError e) {
            close();
            throw new PluginException("plugin jar " + name() + " cannot be loaded: " + e.getMessage(), e);
        }
    }

    String name() {
        return name(path);
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new PluginException("plugin jar " + name(path) + " has no usable path", e);
        }
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new PluginException("plugin jar " + name() + " cannot be closed", e);
        }
    }
}
