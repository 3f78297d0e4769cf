package dev.holdfast.bench.cli;

import dev.holdfast.bench.run.Memory;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "memory", description = "Runs many jobs that sleep: heap, resident memory and threads of the worker.")
final class MemoryCommand implements Callable<Integer> {
    @Mixin
    private Settings settings;

    @Option(
            names = "--jobs",
            paramLabel = "<n>",
            description = "How many jobs run at once (10000; 2000 on a Java without virtual threads).")
    private Integer jobs;

    @Override
    public Integer call() throws Exception {
        return settings.answer(setup -> new Memory(setup, jobs()).run());
    }

    private int jobs() {
        return Optional.ofNullable(jobs).orElse(Size.held(settings.length()));
    }
}
