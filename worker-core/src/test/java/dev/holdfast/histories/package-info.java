/**
 * A model test of leasing: random short histories of producers, sessions and accidents, played against a real store and
 * a simple model of it at once. {@link dev.holdfast.histories.Histories} plays them; what is promised is in
 * {@link dev.holdfast.histories.LeaseCheck} and {@link dev.holdfast.histories.Drain}.
 */
package dev.holdfast.histories;
