/** One seam: everything worth telling is an event; logs, metrics, the lock ledger and live pages listen. */
package dev.holdfast.event;
