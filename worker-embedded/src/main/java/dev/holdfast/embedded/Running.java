package dev.holdfast.embedded;

/** A server that has answered on its port. */
record Running(ServerProcess process, int port) {}
