/**
 * Locks on Redis.
 *
 * <p>Read in this order: {@link dev.holdfast.redis.RedisLockStore} (what is guaranteed, and what is not), the scripts
 * beside it, {@code RedisClaim} (what one claim asks), {@code Scripts} (how it is asked), {@code Link} (the connection).
 * The work itself is done in Redis, by scripts that are source files of their own: each is one atomic step.
 *
 * <p><b>Under ttl expiry</b> the owner has stopped believing first, and a key that is gone is lost, never set again.
 * <b>Under a hard kill</b> the key is gone at most a ttl later. <b>In a redeploy</b> the new process is refused until the
 * old owner has ended. <b>Eviction</b> is refused at boot and watched for afterwards. <b>Several instances</b> tell their
 * values apart by deployment and session.
 *
 * <p>Threads: those of Lettuce, {@code lettuce-nioEventLoop} and {@code lettuce-eventExecutorLoop}, two of each for every
 * store; daemons; they block on nothing.
 */
package dev.holdfast.redis;
