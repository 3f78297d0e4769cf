/**
 * Suites that every implementation of an SPI runs: {@link dev.holdfast.contract.JobQueueContract} and
 * {@link dev.holdfast.contract.LockStoreContract}, both over a {@link dev.holdfast.contract.StoreUnderTest}. Each
 * {@code …Cases} interface is one part of a suite; its methods are the tests.
 */
package dev.holdfast.contract;
