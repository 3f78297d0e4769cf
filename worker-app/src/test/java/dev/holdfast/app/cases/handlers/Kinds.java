package dev.holdfast.app.cases.handlers;

/** The kinds of jobs of the cases. */
public final class Kinds {
    /** Works, and stops when it is told to. */
    public static final String WORK = "work";
    /** Works; told to stop, it fails a little later instead. */
    public static final String FAIL = "fail";
    /** Swallows interrupts and calls the sink in a loop, as long as its process lives. */
    public static final String DEAF = "deaf";
    /** Kills its JVM. */
    public static final String HALT = "halt";
    /** Calls {@link System#exit}, in a drain or when its time is over. */
    public static final String EXIT = "exit";
    /** Applies effects under its lock, however late it is. */
    public static final String EFFECT = "effect";

    /** Where handlers write down what they do: a JDBC URL. */
    public static final String RECORDS_URL = "CASES_RECORDS_URL";
    /** What deaf handlers call. */
    public static final String SINK_URL = "CASES_SINK_URL";

    private Kinds() {}
}
