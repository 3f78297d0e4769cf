package dev.holdfast.lock.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockKey;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * What a holder writes beside the guard: for people, and for the successor of one whose children outlive it. Ownership
 * itself is the kernel lock.
 *
 * @param key which lock
 * @param who for people
 * @param owner the holder's process
 * @param token of the claim
 * @param fence of the grant
 * @param since milliseconds since 1970, by the host's clock
 * @param children that work under the lock
 */
record LockRecord(String key, String who, ProcessName owner, UUID token, long fence, long since, List<Child> children) {
    /** Children of one hold; a bound, since each look goes through them. */
    static final int MOST_CHILDREN = 64;

    /** A later release may write more than this one knows. */
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private static final ObjectReader READER = JSON.readerFor(LockRecord.class);
    private static final ObjectWriter WRITER = JSON.writerFor(LockRecord.class).withDefaultPrettyPrinter();

    LockRecord {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(who, "who");
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(token, "token");
        if (fence <= 0 || children == null || children.size() > MOST_CHILDREN) {
            throw new IllegalArgumentException("fence " + fence + ", children " + children);
        }
        children = List.copyOf(children);
    }

    /** The one guard against records that are empty, torn or no record at all: all three are incomplete. */
    static Optional<LockRecord> read(byte[] bytes) {
        try {
            return Optional.ofNullable(READER.readValue(bytes));
        } catch (IOException incomplete) {
            return Optional.empty();
        }
    }

    byte[] bytes() {
        try {
            return WRITER.writeValueAsBytes(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record is always JSON", e);
        }
    }

    LockRecord with(Child child) {
        List<Child> more = new ArrayList<>(children);
        more.add(child);
        return withChildren(more);
    }

    LockRecord without(long pid) {
        return withChildren(
                children.stream().filter(child -> child.pid() != pid).toList());
    }

    private LockRecord withChildren(List<Child> others) {
        return new LockRecord(key, who, owner, token, fence, since, others);
    }

    boolean isOf(OwnerToken claim) {
        return token.equals(claim.value());
    }

    LockHolder holder() {
        return new LockHolder(who + " in process " + owner.pid(), fencingToken());
    }

    FencingToken fencingToken() {
        return new FencingToken(fence);
    }

    LockKey lockKey() {
        return LockKey.parse(key);
    }

    Instant sinceInstant() {
        return Instant.ofEpochMilli(since);
    }
}
