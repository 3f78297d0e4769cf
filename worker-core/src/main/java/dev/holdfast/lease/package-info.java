/**
 * Identities, importing nothing: who holds what, under which number, and until when it is believed.
 *
 * <p>A <em>session</em> is one worker's row; a <em>lease token</em> is the exclusive right to one batch of
 * attempts; an <em>owner token</em> is the random id compared whenever a lock is renewed or released; a
 * <em>fencing token</em> only rises, so that a resource can refuse a late owner.
 */
package dev.holdfast.lease;
