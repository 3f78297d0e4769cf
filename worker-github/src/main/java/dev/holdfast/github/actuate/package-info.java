/** The actuation job: does to a pull request what is due, each thing once. */
package dev.holdfast.github.actuate;
