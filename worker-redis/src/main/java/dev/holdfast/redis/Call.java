package dev.holdfast.redis;

import java.util.List;

/**
 * A script to be run on one lock.
 *
 * @param script which
 * @param keys of that lock
 * @param arguments what follows the deadline, which is added when the call is sent
 */
record Call(Script script, Keys keys, List<String> arguments) {
    static Call of(Script script, Keys keys, String... arguments) {
        return new Call(script, keys, List.of(arguments));
    }

    String[] argumentsWith(long deadline) {
        String[] all = new String[arguments.size() + 1];
        all[0] = Long.toString(deadline);
        for (int i = 0; i < arguments.size(); i++) {
            all[i + 1] = arguments.get(i);
        }
        return all;
    }
}
