/** Queue and locks on PostgreSQL. */
package dev.holdfast.pg;
