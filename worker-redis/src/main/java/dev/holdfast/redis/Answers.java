package dev.holdfast.redis;

/** What it means when a script did not run. */
final class Answers {
    private Answers() {}

    /** In words that name what to do, where there is something to do. */
    static String why(Reply reply) {
        if (reply instanceof Reply.Missing missing) {
            return "Redis did not answer: " + missing.why();
        }
        if (reply instanceof Reply.Refused refused) {
            return "Redis refused: " + refused.error() + advice(refused);
        }
        return "Redis found the request late, twice: its clock moves faster than ours";
    }

    private static String advice(Reply.Refused refused) {
        String code = refused.error().split(" ", 2)[0];
        return switch (code) {
            case "READONLY" -> " (it is a replica: name the master in the Redis url)";
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
