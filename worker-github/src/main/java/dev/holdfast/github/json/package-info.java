/** Reads JSON that others wrote. */
package dev.holdfast.github.json;
