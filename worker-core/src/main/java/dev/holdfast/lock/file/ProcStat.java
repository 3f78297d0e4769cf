package dev.holdfast.lock.file;

import java.util.Optional;

/**
 * One process as {@code /proc/PID/stat} shows it.
 *
 * @param pid its number
 * @param session the session it belongs to: the pid of the process that made it
 * @param start ticks after the boot; with the pid it names one process of a boot for ever
 * @param ended true for a process that is dead and not yet waited for, which a container without an init keeps for long
 */
record ProcStat(long pid, long session, long start, boolean ended) {
    private static final int STATE = 0;
    private static final int SESSION = 3;
    private static final int START = 19;

    /** The name in parentheses may hold anything, parentheses too: fields are counted from behind the last one. */
    static Optional<ProcStat> parse(String text) {
        int open = text.indexOf('(');
        int close = text.lastIndexOf(')');
        String[] fields = text.substring(close + 1).strip().split(" ");
        if (open < 0 || close < open || fields.length <= START) {
            return Optional.empty();
        }
        boolean ended = fields[STATE].equals("Z") || fields[STATE].equals("X");
        return Optional.of(new ProcStat(
                Long.parseLong(text.substring(0, open).strip()),
                Long.parseLong(fields[SESSION]),
                Long.parseLong(fields[START]),
                ended));
    }
}
