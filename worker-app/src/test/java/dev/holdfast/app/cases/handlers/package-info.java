/** The handlers of the cases. They lie in a plugin jar of their own, as a user's do, and write down what they did. */
package dev.holdfast.app.cases.handlers;
