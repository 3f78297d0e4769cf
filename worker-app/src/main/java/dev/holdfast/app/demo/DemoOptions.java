package dev.holdfast.app.demo;

/**
 * What the demo is asked to show.
 *
 * @param deliveries how many webhooks are delivered
 * @param replicas how many workers; one runs in this process, several in processes of their own
 * @param redeploy replace, kill and freeze workers under the stream of deliveries
 * @param once end when everything is done
 * @param locks where locks are kept
 */
public record DemoOptions(int deliveries, int replicas, boolean redeploy, boolean once, DemoLocks locks) {
    private static final int MOST_DELIVERIES = 10_000;
    private static final int MOST_REPLICAS = 10;
    /** Fewer, and there is nothing under way when a worker is to be killed. */
    private static final int LEAST_FOR_REDEPLOY = 20;

    public DemoOptions {
        require(deliveries >= 1 && deliveries <= MOST_DELIVERIES, "--deliveries must be 1 to " + MOST_DELIVERIES);
        require(replicas >= 1 && replicas <= MOST_REPLICAS, "--replicas must be 1 to " + MOST_REPLICAS);
        require(!redeploy || replicas >= 2, "--redeploy needs --replicas 2 or more: somebody must take over");
        require(
                !redeploy || deliveries >= LEAST_FOR_REDEPLOY,
                "--redeploy needs --deliveries " + LEAST_FOR_REDEPLOY + " or more");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    /** True if the workers are processes of their own. */
    boolean hasChildren() {
        return replicas > 1 || redeploy;
    }
}
