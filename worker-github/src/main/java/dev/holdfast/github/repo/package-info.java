/** Clones of repositories, each worked in by one process at a time, by gits that die with their JVM. */
package dev.holdfast.github.repo;
