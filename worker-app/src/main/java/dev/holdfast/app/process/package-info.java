/** The process itself: its signals, its exit codes, and its end, after which nothing more is printed. */
package dev.holdfast.app.process;
