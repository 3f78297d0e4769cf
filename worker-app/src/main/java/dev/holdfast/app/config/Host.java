package dev.holdfast.app.config;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Where this process runs, for people. */
public final class Host {
    private Host() {}

    /** The host's name; never an identity. */
    public static String name() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    static String instance() {
        return name() + "-" + ProcessHandle.current().pid();
    }
}
