package dev.holdfast.redis;

import java.util.List;

/** What became of a call. */
sealed interface Reply {
    /**
     * The script has run.
     *
     * @param now by the server's clock, in microseconds since 1970
     * @param word what it found
     * @param rest what it says about it
     */
    record Answer(long now, String word, List<Object> rest) implements Reply {
        static Answer of(List<Object> fields) {
            return new Answer((Long) fields.get(0), (String) fields.get(1), fields.subList(2, fields.size()));
        }

        String text(int index) {
            return (String) rest.get(index);
        }

        long number(int index) {
            return (Long) rest.get(index);
        }
    }

    /** The server answered with an error: the script has done nothing. */
    record Refused(String error) implements Reply {
        boolean says(String code) {
            return error.startsWith(code);
        }
    }

    /** There was no answer in time: the script may have run, and may yet, until the call's deadline. */
    record Missing(String why) implements Reply {}
}
