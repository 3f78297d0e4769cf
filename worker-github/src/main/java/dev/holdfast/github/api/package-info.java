/** GitHub's REST API, as far as a pull request needs it. */
package dev.holdfast.github.api;
