/** Servers that live and die with this JVM, for the demo and the tests. */
package dev.holdfast.embedded;
