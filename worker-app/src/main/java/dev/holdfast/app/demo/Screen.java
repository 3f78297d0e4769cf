package dev.holdfast.app.demo;

import dev.holdfast.lease.Ticker;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What a person sees: one line for each thing that happens, in colour on a terminal. Thread-safe. */
public final class Screen {
    private static final String PLAIN = "\u001b[0m";
    private static final String DIM = "\u001b[2m";
    private static final String GREEN = "\u001b[32m";
    private static final String YELLOW = "\u001b[33m";
    private static final String BLUE = "\u001b[36m";
    private static final String RED = "\u001b[31m";

    /** A commit is known by its beginning. */
    private static final Pattern COMMIT = Pattern.compile("\\b[0-9a-f]{40}\\b");

    private static final int SHORT_COMMIT = 7;

    /** Noise for a reader: each is followed by an event that says the same with a job's name. */
    private static final Set<String> HIDDEN = Set.of("JobsLeased", "JobSettled", "HeartbeatRecovered", "Listening");

    private static final Map<String, String> COLOURS = Map.of(
            "LockGranted", YELLOW,
            "LockReleased", YELLOW,
            "LockContended", YELLOW,
            "EffectRecorded", GREEN,
            "ShutdownStep", BLUE,
            "ShutdownDone", BLUE,
            "SettlementRefused", RED,
            "SessionReaped", RED,
            "LockLost", RED);

    private final PrintStream out;
    private final boolean colours;
    private final Ticker ticker;
    private final Duration start;

    /** @param colours true on a terminal whose owner wants them */
    public Screen(PrintStream out, boolean colours, Ticker ticker) {
        this.out = out;
        this.colours = colours;
        this.ticker = ticker;
        this.start = ticker.now();
    }

    /** The demo speaks. */
    public void say(String text) {
        print(BLUE, "demo", text);
    }

    void delivery(String text) {
        print(DIM, "webhook", text);
    }

    /** A worker speaks. */
    void show(Sighting sighting) {
        if (!HIDDEN.contains(sighting.event())) {
            print(COLOURS.getOrDefault(sighting.event(), ""), sighting.worker(), sighting.text("message"));
        }
    }

    private synchronized void print(String colour, String who, String text) {
        double seconds = ticker.now().minus(start).toMillis() / 1000.0;
        String head = String.format(Locale.ROOT, "%6.1f s  %-9s ", seconds, who);
        String line = COMMIT.matcher(text).replaceAll(commit -> commit.group().substring(0, SHORT_COMMIT));
        out.println(colours ? DIM + head + PLAIN + colour + line + PLAIN : head + line);
    }
}
