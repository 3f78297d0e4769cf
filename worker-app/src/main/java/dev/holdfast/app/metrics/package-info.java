/** What a worker does, in numbers: a listener of its events. */
package dev.holdfast.app.metrics;
