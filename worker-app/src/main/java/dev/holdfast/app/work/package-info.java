/** {@code holdfast work}: one worker with its endpoint, put together, run, and ended in order. */
package dev.holdfast.app.work;
