/** HTTP calls that end: each is bounded in time and in size, and stops when its thread is interrupted. */
package dev.holdfast.github.http;
