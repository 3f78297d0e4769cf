/**
 * What the compiler, Error Prone and Spotless cannot see: the package graph, banned calls with what to use instead,
 * migrations that were edited, files that grew too long. Every rule is also fed a sample that must fail it.
 */
package dev.holdfast.tidy;
