package dev.holdfast.histories;

import dev.holdfast.lease.JobId;
import java.time.Instant;
import java.util.Comparator;

/** Where a waiting job stands within its queue and priority. */
record Place(Instant runAt, JobId id) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
            Comparator.comparing(Place::runAt).thenComparing(Place::id);

    static Place of(HistoryStore.Row row) {
        return new Place(row.runAt(), row.id());
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }
}
