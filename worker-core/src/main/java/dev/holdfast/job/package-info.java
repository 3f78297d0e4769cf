/** What users write: new jobs, handlers, and what a handler may ask of its attempt and answer. */
package dev.holdfast.job;
