/** The pull-request plugin. */
package dev.holdfast.github;
