/** The command line: one class a command. */
package dev.holdfast.app.cli;
