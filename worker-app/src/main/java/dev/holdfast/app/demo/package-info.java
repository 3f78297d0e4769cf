/**
 * {@code holdfast demo}: a plugin's scenario on an embedded PostgreSQL, with one worker in this process or several in
 * processes of their own, and a report read from records that the workers do not write to please it.
 *
 * <p>Read in this order: {@link dev.holdfast.app.demo.Demo} (what happens), {@code Redeploy} (what is done to the
 * workers), {@code Ledger} (what was seen), {@code Report} (what it adds up to).
 */
package dev.holdfast.app.demo;
