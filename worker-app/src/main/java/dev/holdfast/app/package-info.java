/** The deployable: command line, HTTP, demo. */
package dev.holdfast.app;
