/**
 * Queue and locks on PostgreSQL.
 *
 * <p>Read in this order: {@link dev.holdfast.pg.PgStore} (what there is), {@code PgSession} (what a worker asks),
 * {@code Settler}, {@code PgLockClaim}. The work itself is done in the database, by the functions in
 * {@code migrations/}: each is one round trip and one transaction, and locks first what it then looks at, in the order
 * sessions, jobs by id, locks by key.
 *
 * <p>Threads: {@code holdfast-listener} (one a store, once somebody listens; blocks on its own connection) and
 * {@code holdfast-housekeeping} (one a store, once it has a session; blocks on a pooled connection), both daemons, and
 * those of the connection pool. A session's heartbeat has a connection of its own and no thread.
 */
package dev.holdfast.pg;
