package dev.holdfast.bench.cli;

import dev.holdfast.bench.run.Backlog;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "backlog",
        description =
                "Runs jobs while many more wait behind them: jobs a second, from ten thousand waiting to the most.")
final class BacklogCommand implements Callable<Integer> {
    private static final int FEW = 10_000;
    private static final int MILLION = 1_000_000;

    @Mixin
    private Settings settings;

    @Option(names = "--jobs", paramLabel = "<n>", description = "How many jobs are run (100000; 200000 with --full).")
    private Integer jobs;

    @Option(
            names = "--most",
            paramLabel = "<n>",
            description = "Most jobs that wait behind (1000000; 10000000 with --full).")
    private Integer most;

    @Override
    public Integer call() throws Exception {
        return settings.answer(
                Size.BACKLOG_ROUNDS.at(settings.length()),
                setup -> List.of(new Backlog(setup, jobs(), sizes(most())).run()));
    }

    private int jobs() {
        return Optional.ofNullable(jobs).orElse(Size.BACKLOG_JOBS.at(settings.length()));
    }

    private int most() {
        return Optional.ofNullable(most).orElse(Size.BACKLOG_MOST.at(settings.length()));
    }

    /** From ten thousand on, each a hundred or ten times the one before. */
    static List<Integer> sizes(int most) {
        return Stream.of(FEW, MILLION, most)
                .filter(size -> size <= most)
                .distinct()
                .toList();
    }
}
