package dev.holdfast.bench.cli;

import dev.holdfast.bench.run.Locks;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "locks",
        description = "Takes and releases locks: pairs a second, beside the bare client and, on Redis, Redisson.")
final class LocksCommand implements Callable<Integer> {
    enum Store {
        REDIS,
        POSTGRES
    }

    @Mixin
    private Settings settings;

    @Option(
            names = "--store",
            paramLabel = "<store>",
            defaultValue = "redis",
            description = "redis (default) or postgres.")
    private Store store;

    @Option(names = "--threads", paramLabel = "<n>", defaultValue = "16", description = "Threads (${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--seconds", paramLabel = "<n>", description = "Of each measurement (5; 10 with --full).")
    private Integer seconds;

    @Override
    public Integer call() throws Exception {
        return settings.answer(setup -> {
            Locks locks = new Locks(setup, threads, seconds());
            return store == Store.REDIS ? locks.onRedis() : locks.onPostgres();
        });
    }

    private int seconds() {
        return Optional.ofNullable(seconds).orElse(Size.LOCKS_SECONDS.at(settings.length()));
    }
}
