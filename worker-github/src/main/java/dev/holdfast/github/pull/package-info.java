/** What a job knows about a pull request: its canonical name, its locks, the payloads and a review's verdict. */
package dev.holdfast.github.pull;
