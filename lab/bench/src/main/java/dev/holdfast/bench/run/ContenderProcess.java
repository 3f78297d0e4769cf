package dev.holdfast.bench.run;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** A contender's own process, asked a line at a time. It ends when this one closes its pipe, however that comes about. */
final class ContenderProcess implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<Map<String, Double>> MEASURED = new TypeReference<>() {};
    private static final long SECONDS_TO_END = 20;
    /** More than any request takes that says nothing else, so that a system that hangs ends the run and not the patience. */
    private static final Duration LONGEST = Duration.ofMinutes(20);

    private final Subject subject;
    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader answers;

    private ContenderProcess(Subject subject, Process process) {
        this.subject = subject;
        this.process = process;
        this.requests = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static ContenderProcess start(Subject subject, String url) throws IOException {
        List<String> command = new ArrayList<>(subject.command());
        command.add(url);
        subject.settings().forEach((name, value) -> command.add(name + "=" + value));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new ContenderProcess(subject, process);
    }

    /**
     * @throws NotMeasuredException if that is not measured for this system
     * @throws IllegalStateException with what the contender said if it failed
     */
    Map<String, Double> ask(String request) throws IOException {
        return ask(request, Duration.ZERO);
    }

    /**
     * The same for a request that takes its time.
     *
     * @param meant how long it is to take
     */
    Map<String, Double> ask(String request, Duration meant) throws IOException {
        requests.write(request + "\n");
        requests.flush();
        String answer = answer(LONGEST.plus(meant));
        if (answer != null && answer.contains("is not measured")) {
            throw new NotMeasuredException(subject.system() + ": " + answer);
        }
        if (answer == null || !answer.startsWith("ok ")) {
            throw new IllegalStateException(subject.system() + " did not do '" + request + "': " + answer);
        }
        return JSON.readValue(answer.substring("ok ".length()), MEASURED);
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Null if it has ended, or does so now because it took too long. */
    private String answer(Duration longest) throws IOException {
        Executor later = CompletableFuture.delayedExecutor(longest.toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<?> end = CompletableFuture.runAsync(process::destroyForcibly, later);
        try {
            return answers.readLine();
        } finally {
            end.cancel(false);
        }
    }

    @Override
    public void close() throws IOException {
        requests.close();
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
