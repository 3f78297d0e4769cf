package dev.holdfast.redis;

import java.util.Arrays;

/** What it means when a script did not run. */
final class Answers {
    private Answers() {}

    /** In words that name what to do, where there is something to do. */
    static String why(Reply reply) {
        if (reply instanceof Reply.Missing missing) {
            return "Redis did not answer: " + missing.why() + advice(missing.why());
        }
        if (reply instanceof Reply.Refused refused) {
            return "Redis refused: " + refused.error() + advice(refused.error());
        }
        return "Redis found the request late, twice: its clock moves faster than ours";
    }

    /** Errors begin with a code; one that was met while connecting stands behind a few words of ours. */
    private static String advice(String error) {
        return Arrays.stream(error.split(" ", 6))
                .map(Answers::adviceOn)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static String adviceOn(String code) {
        return switch (code) {
            case "READONLY", "MASTERDOWN" -> " (it is a replica: name the master in the Redis url)";
            case "OOM" -> " (raise maxmemory)";
            case "NOAUTH", "WRONGPASS", "NOPERM" -> " (look at the user and password of the Redis url)";
            case "MOVED", "CROSSSLOT", "CLUSTERDOWN" -> " (locks need one master, not a cluster)";
            default -> "";
        };
    }

    /** The key is there and of a kind that we never write. */
    static boolean isForeign(Reply reply) {
        return reply instanceof Reply.Refused refused && refused.error().contains("WRONGTYPE");
    }
}
