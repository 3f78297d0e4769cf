/**
 * The pull-request plugin: one job reviews a pull request with a slow model call, another merges, closes or labels it.
 *
 * <pre>
 *   webhook ──► pr-review ── lock ai-review owner/repo#n@sha:mode ── model ── record the verdict
 *      │            └─ follow-up ─┐
 *      └────────────────────► pr-actuate ── lock pr-actuation owner/repo#n ── merge | close | label + comment
 * </pre>
 *
 * <p>Packages, each importing only earlier ones: {@code json}, {@code http}, {@code pull} (what a job knows about a pull
 * request), {@code api} (GitHub's REST), {@code repo} (clones), {@code review}, {@code actuate}, {@code webhook},
 * {@code demo}.
 */
package dev.holdfast.github;
