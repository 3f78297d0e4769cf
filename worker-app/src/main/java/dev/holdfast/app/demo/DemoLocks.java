package dev.holdfast.app.demo;

/** Where the demo keeps its locks. */
public enum DemoLocks {
    POSTGRES,
    REDIS
}
