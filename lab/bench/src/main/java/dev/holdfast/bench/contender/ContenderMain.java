package dev.holdfast.bench.contender;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The process of one {@link Contender}: takes a request a line from its standard input and answers each with one line,
 * {@code ok} and what was measured, or {@code failed} and why. Arguments: class, URL, settings {@code name=value}.
 */
public final class ContenderMain {
    private static final JsonMapper JSON = new JsonMapper();
    private static final double NANOS_PER_MILLI = 1e6;

    private final Requests requests;

    private ContenderMain(Contender contender) {
        this.requests = new Requests(contender);
    }

    public static void main(String[] arguments) throws Exception {
        // Whatever a library prints must not be taken for an answer.
        PrintStream answers = System.out;
        System.setOut(System.err);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Contender contender = create(arguments)) {
            new ContenderMain(contender).serve(lines, answers);
        }
        System.exit(0);
    }

    private static Contender create(String[] arguments) throws ReflectiveOperationException {
        Map<String, String> settings = new HashMap<>();
        for (int i = 2; i < arguments.length; i++) {
            String[] pair = arguments[i].split("=", 2);
            settings.put(pair[0], pair[1]);
        }
        return Class.forName(arguments[0])
                .asSubclass(Contender.class)
                .getConstructor(String.class, Map.class)
                .newInstance(arguments[1], settings);
    }

    private void serve(BufferedReader lines, PrintStream answers) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            answers.println(answer(line));
            answers.flush();
        }
    }

    private String answer(String line) {
        try {
            long before = System.nanoTime();
            Map<String, Double> measured = new HashMap<>(requests.run(line));
            double took = (System.nanoTime() - before) / NANOS_PER_MILLI;
            measured.put("millis", took - measured.getOrDefault("idleMillis", 0.0));
            return "ok " + JSON.writeValueAsString(measured);
        } catch (Exception e) {
            return "failed " + e.toString().replace('\n', ' ');
        }
    }
}
