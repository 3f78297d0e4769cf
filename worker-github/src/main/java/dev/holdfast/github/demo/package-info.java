/** The demo's scenario: deliveries made from real ones, a stand-in for GitHub and the model, and the judge of its log. */
package dev.holdfast.github.demo;
