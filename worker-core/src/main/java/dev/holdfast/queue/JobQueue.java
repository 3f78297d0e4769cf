package dev.holdfast.queue;

import dev.holdfast.job.NewJob;
import java.util.List;

/** SPI: where producers put jobs. Thread-safe; blocks on the store. */
public interface JobQueue {
    /**
     * Stores the jobs in one transaction: all or none.
     *
     * @return one answer a job, in order
     * @throws StoreUnavailableException outcome unknown
     */
    List<Enqueued> enqueue(List<NewJob> jobs);

    /** Stores one job. */
    default Enqueued enqueue(NewJob job) {
        return enqueue(List.of(job)).get(0);
    }

    /**
     * Accepts a delivery and stores its jobs in one transaction, once for each id however often it is sent.
     *
     * @param source names the sender, for example {@code github}
     * @param deliveryId unique within the source
     */
    Delivered deliver(String source, String deliveryId, List<NewJob> jobs);
}
