package dev.holdfast.bench.cli;

import dev.holdfast.bench.run.HotPaths;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "hot",
        description =
                "Measures what every job passes through in the worker's process, by JMH, which is fetched for it.")
final class HotCommand implements Callable<Integer> {
    @Mixin
    private Settings settings;

    @Override
    public Integer call() throws Exception {
        int forks = Size.HOT_FORKS.at(settings.length());
        return settings.answer(setup -> new HotPaths(setup, forks).run());
    }
}
