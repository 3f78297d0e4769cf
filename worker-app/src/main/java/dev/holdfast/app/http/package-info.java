/** The HTTP endpoint: signed webhooks in, and whether the process is alive and ready. */
package dev.holdfast.app.http;
