/** Suites that every implementation of an SPI runs. */
package dev.holdfast.contract;
