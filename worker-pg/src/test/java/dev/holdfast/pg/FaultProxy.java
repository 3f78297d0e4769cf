package dev.holdfast.pg;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between a store and its server on loopback, and can cut connections or swallow replies. */
final class FaultProxy implements AutoCloseable {
    private final int target;
    private final ServerSocket listening;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "fault-proxy");
        thread.setDaemon(true);
        return thread;
    });
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean refusing;
    private volatile int swallowedGenerations;
    private final AtomicInteger generation = new AtomicInteger();
    private volatile CountDownLatch thawed = new CountDownLatch(0);

    FaultProxy(int target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Cuts every connection and takes no new one. */
    void cut() {
        refusing = true;
        thawed.countDown();
        closeAll();
    }

    void heal() {
        swallowedGenerations = 0;
        refusing = false;
    }

    /** Lets requests through, and no reply: until {@link #cut}, the client waits. */
    void swallowReplies() {
        swallowedGenerations = Integer.MAX_VALUE;
    }

    /** Of the connections there are, it goes on swallowing replies; those to come are served. */
    void spareNewConnections() {
        swallowedGenerations = generation.incrementAndGet();
    }

    /** Stops reading replies, as a client does that is stopped: the server cannot send on. */
    void freezeReplies() {
        thawed = new CountDownLatch(1);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                connect(listening.accept());
            } catch (IOException e) {
                // Closed, or a connection that failed to come about; the next one may not.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        if (refusing) {
            client.close();
            return;
        }
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(client);
        open.add(server);
        int born = generation.get();
        threads.execute(() -> pump(client, server, false, born));
        threads.execute(() -> pump(server, client, true, born));
    }

    private void pump(Socket from, Socket to, boolean replies, int born) {
        byte[] buffer = new byte[16 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                awaitThaw(replies);
                if (!(replies && born < swallowedGenerations)) {
                    out.write(buffer, 0, n);
                }
            }
        } catch (IOException e) {
            // Either side is gone, and closing tells the other.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private void awaitThaw(boolean replies) throws IOException {
        try {
            if (replies) {
                thawed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the proxy is closed", e);
        }
    }

    private void closeAll() {
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is gone, which is what was asked for.
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        closeAll();
        threads.shutdownNow();
    }
}
