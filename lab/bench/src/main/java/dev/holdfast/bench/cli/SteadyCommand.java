package dev.holdfast.bench.cli;

import dev.holdfast.bench.run.Steady;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "steady",
        description =
                "Stores jobs at an even rate while a worker runs them, with and without an old snapshot held: how many wait, for how long, and whether the heap grows.")
final class SteadyCommand implements Callable<Integer> {
    @Mixin
    private Settings settings;

    @Option(names = "--rate", paramLabel = "<n>", description = "Jobs a second (5000; 20000 with --full).")
    private Integer rate;

    @Option(names = "--seconds", paramLabel = "<n>", description = "For how long (12; 40 with --full).")
    private Integer seconds;

    @Option(
            names = "--no-snapshot",
            description = "Leave out the half with a snapshot held, for a long run that looks at the heap.")
    private boolean withoutSnapshot;

    @Override
    public Integer call() throws Exception {
        return settings.answer(setup -> new Steady(setup, rate(), seconds(), !withoutSnapshot).run());
    }

    private int rate() {
        return Optional.ofNullable(rate).orElse(Size.STEADY_RATE.at(settings.length()));
    }

    private int seconds() {
        return Optional.ofNullable(seconds).orElse(Size.STEADY_SECONDS.at(settings.length()));
    }
}
