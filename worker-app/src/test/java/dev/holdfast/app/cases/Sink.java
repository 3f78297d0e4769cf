package dev.holdfast.app.cases;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands in for a remote system that knows no fences, and writes down who called it when. */
final class Sink implements AutoCloseable {
    private static final Pattern QUERY = Pattern.compile("pid=(\\d+)&job=(\\d+)");
    private static final int NO_CONTENT = 204;

    private final HttpServer server;
    private final List<Call> calls = new CopyOnWriteArrayList<>();

    /** A call, when it arrived. */
    record Call(long pid, long job, Moment at) {}

    Sink() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        Moment at = Moment.now();
        Matcher query = QUERY.matcher(exchange.getRequestURI().getQuery());
        if (query.matches()) {
            calls.add(new Call(Long.parseLong(query.group(1)), Long.parseLong(query.group(2)), at));
        }
        exchange.sendResponseHeaders(NO_CONTENT, -1);
        exchange.close();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    List<Call> callsOf(long pid) {
        return calls.stream().filter(call -> call.pid() == pid).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
