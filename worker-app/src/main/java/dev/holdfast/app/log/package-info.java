/** Logs: one listener of the worker's events, which turns each into one line of words, as text or as JSON. */
package dev.holdfast.app.log;
