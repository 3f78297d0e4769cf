package dev.holdfast.app.cli;

import dev.holdfast.app.process.ExitCode;
import dev.holdfast.queue.JobInspector.Asked;
import java.util.Locale;
import java.util.Map;

/** What an operator's request led to. */
final class Answers {
    private Answers() {}

    static int asked(Shell shell, boolean json, long id, Asked asked, String done) {
        if (json) {
            Print.json(shell.out(), Map.of("job", id, "result", asked.name().toLowerCase(Locale.ROOT)));
        } else {
            shell.out().println("job " + id + ": " + words(asked, done));
        }
        return ExitCode.OK;
    }

    private static String words(Asked asked, String done) {
        return switch (asked) {
            case DONE -> done;
            case TOLD -> "the worker that runs it is told with its next heartbeat";
            case UNCHANGED -> "nothing to do";
        };
    }
}
