package dev.holdfast.bench;

import dev.holdfast.bench.cli.Bench;

/** {@code ./holdfast bench}: measures Holdfast beside other systems on this machine. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(Bench.run(arguments));
    }
}
