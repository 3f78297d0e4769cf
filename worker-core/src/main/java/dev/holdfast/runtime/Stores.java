package dev.holdfast.runtime;

import dev.holdfast.lock.LockStore;
import dev.holdfast.queue.EffectLog;
import dev.holdfast.queue.Sessions;

/**
 * Where a worker keeps everything durable.
 *
 * @param sessions the queue's workers
 * @param locks where locks are kept
 * @param effects record of effects
 */
public record Stores(Sessions sessions, LockStore locks, EffectLog effects) {}
