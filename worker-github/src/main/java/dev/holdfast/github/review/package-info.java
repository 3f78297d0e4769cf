/** The review job: reads a pull request, asks a model about it, records the verdict. */
package dev.holdfast.github.review;
