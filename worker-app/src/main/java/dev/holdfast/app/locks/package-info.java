/**
 * The lock store that was chosen, with everything that belongs to it. A store is chosen by the name that
 * {@code LOCKS} gives: the queue's database, a Redis, or a plugin's.
 */
package dev.holdfast.app.locks;
