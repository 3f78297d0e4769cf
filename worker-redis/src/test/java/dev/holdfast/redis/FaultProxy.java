package dev.holdfast.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stands between a store and its server on loopback. A fault strikes the next request that contains a given text, such
 * as the digest of a script; all bytes behind it on the same connection share its fate, as they do in TCP.
 */
final class FaultProxy implements AutoCloseable {
    /** What happens to one request and its reply. */
    enum Fault {
        /** The request arrives when the proxy is healed. */
        HOLD_REQUEST,
        /** The request never arrives, and the connection stays open. */
        DROP_REQUEST,
        /** The connection breaks before the request arrives. */
        CUT_BEFORE,
        /** The request arrives; its reply when the proxy is healed. */
        HOLD_REPLY,
        /** The request arrives, its reply never does, and the connection stays open. */
        DROP_REPLY,
        /** The request arrives and is answered; then the connection breaks before the reply gets through. */
        CUT_AFTER
    }

    /** @param answer what the client is told instead, if the request does not arrive at all */
    private record Trap(String marker, Fault fault, String answer) {}

    private final int target;
    private final ServerSocket listening;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "fault-proxy");
        thread.setDaemon(true);
        return thread;
    });
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Trap> trap = new AtomicReference<>();
    private final AtomicInteger struck = new AtomicInteger();
    private final AtomicInteger connected = new AtomicInteger();
    private volatile boolean refusing;
    private volatile CountDownLatch passing = new CountDownLatch(0);
    private volatile CountDownLatch released = new CountDownLatch(0);

    FaultProxy(int target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    String url() {
        return "redis://127.0.0.1:" + listening.getLocalPort();
    }

    /** The next request that contains the text meets this fault. */
    void next(String marker, Fault fault) {
        released = new CountDownLatch(1);
        trap.set(new Trap(marker, fault, null));
    }

    /** The next request that contains the text does not arrive, and is answered with this line. */
    void nextAnswer(String marker, String line) {
        trap.set(new Trap(marker, null, line + "\r\n"));
    }

    /** How many faults have struck. */
    int struck() {
        return struck.get();
    }

    /** How many connections have been made. */
    int connected() {
        return connected.get();
    }

    /** Cuts every connection and takes no new one. */
    void refuse() {
        refusing = true;
        closeAll();
    }

    /** A black hole: connections stay open and come about, and nothing passes until it is healed. */
    void hold() {
        passing = new CountDownLatch(1);
    }

    /** All is well again; what was held goes through. */
    void heal() {
        trap.set(null);
        refusing = false;
        passing.countDown();
        released.countDown();
    }

    void closeAll() {
        open.forEach(FaultProxy::close);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone, which is what was asked for.
        }
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
        Wire wire = new Wire(client, new Socket(InetAddress.getLoopbackAddress(), target));
        connected.incrementAndGet();
        open.add(wire.client);
        open.add(wire.server);
        threads.execute(() -> wire.pump(client, wire.server, wire::onRequest));
        threads.execute(() -> wire.pump(wire.server, client, wire::onReply));
    }

    /** Decides what becomes of bytes that have come: true if they go on. */
    @FunctionalInterface
    private interface Gate {
        boolean passes(String bytes) throws IOException, InterruptedException;
    }

    private final class Wire {
        private final Socket client;
        private final Socket server;
        private volatile Fault fault;

        Wire(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        private void pump(Socket from, Socket to, Gate gate) {
            byte[] buffer = new byte[64 * 1024];
            try (from;
                    to) {
                for (int n = from.getInputStream().read(buffer);
                        n >= 0;
                        n = from.getInputStream().read(buffer)) {
                    if (gate.passes(new String(buffer, 0, n, StandardCharsets.ISO_8859_1))) {
                        to.getOutputStream().write(buffer, 0, n);
                    }
                }
            } catch (IOException e) {
                // Either side is gone, and closing tells the other.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                open.remove(from);
                open.remove(to);
            }
        }

        private boolean onRequest(String bytes) throws IOException, InterruptedException {
            Trap set = trap.get();
            if (fault == null && set != null && bytes.contains(set.marker) && trap.compareAndSet(set, null)) {
                fault = set.fault;
                struck.incrementAndGet();
                if (set.answer != null) {
                    client.getOutputStream().write(set.answer.getBytes(StandardCharsets.ISO_8859_1));
                    return false;
                }
            }
            passing.await();
            if (fault == Fault.HOLD_REQUEST) {
                released.await();
            }
            if (fault == Fault.CUT_BEFORE) {
                breakNow();
            }
            return fault != Fault.DROP_REQUEST && fault != Fault.CUT_BEFORE;
        }

        private boolean onReply(String bytes) throws InterruptedException {
            passing.await();
            if (fault == Fault.HOLD_REPLY) {
                released.await();
            }
            if (fault == Fault.CUT_AFTER) {
                breakNow();
            }
            return fault != Fault.DROP_REPLY && fault != Fault.CUT_AFTER;
        }

        private void breakNow() {
            close(client);
            close(server);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        closeAll();
        threads.shutdownNow();
    }
}
