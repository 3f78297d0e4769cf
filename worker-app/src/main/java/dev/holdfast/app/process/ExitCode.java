package dev.holdfast.app.process;

/** How the process ends, for scripts and supervisors. */
public final class ExitCode {
    public static final int OK = 0;
    /** A check failed, something was not found, or the database could not be reached. */
    public static final int FAILED = 1;
    /** Wrong usage or configuration: starting again will not help. */
    public static final int USAGE = 2;
    /** Something would not stop and was ended with the process. */
    public static final int FORCED = 75;
    /** A signal came before the session was open. */
    public static final int INTERRUPTED = 143;

    private ExitCode() {}
}
