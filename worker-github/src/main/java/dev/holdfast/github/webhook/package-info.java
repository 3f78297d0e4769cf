/** Turns GitHub's deliveries into jobs. No I/O. */
package dev.holdfast.github.webhook;
