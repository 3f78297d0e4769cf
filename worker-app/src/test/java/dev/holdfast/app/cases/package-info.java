/**
 * What has gone wrong for people who run workers, as tests with real processes, real signals and a real PostgreSQL. The
 * comment above a test names its case. Facts come from records that Holdfast does not write: what the handlers wrote
 * down, exit codes, last lines, the tables.
 */
package dev.holdfast.app.cases;
