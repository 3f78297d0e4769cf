package dev.holdfast.app.http;

import dev.holdfast.app.config.Http;
import io.javalin.config.JettyConfig;
import java.util.concurrent.ArrayBlockingQueue;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Bounds of the HTTP server: threads, what may wait for them, silence on a connection, and its own stop. */
final class Jetty {
    static final int THREADS = 16;

    private static final int IDLE_THREADS = 4;
    private static final int WAITING = 512;
    private static final int IDLE_MILLIS = 15_000;

    private Jetty() {}

    static void bound(JettyConfig jetty, Http http) {
        QueuedThreadPool threads =
                new QueuedThreadPool(THREADS, IDLE_THREADS, IDLE_MILLIS, new ArrayBlockingQueue<>(WAITING));
        threads.setName("http");
        threads.setStopTimeout(0);
        jetty.threadPool = threads;
        jetty.modifyServer(server -> server.setStopTimeout(0));
        jetty.modifyHttpConfiguration(configuration -> configuration.setSendServerVersion(false));
        jetty.addConnector((server, configuration) -> connector(server, configuration, http));
    }

    private static ServerConnector connector(Server server, HttpConfiguration configuration, Http http) {
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration));
        connector.setHost(http.host());
        connector.setPort(http.port());
        connector.setIdleTimeout(IDLE_MILLIS);
        return connector;
    }
}
