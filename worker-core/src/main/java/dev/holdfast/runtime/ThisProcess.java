package dev.holdfast.runtime;

import dev.holdfast.queue.SessionInfo;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** What this process tells about itself, for people. */
final class ThisProcess {
    private ThisProcess() {}

    static SessionInfo.ProcessInfo info() {
        ProcessHandle self = ProcessHandle.current();
        String startedAt = self.info().startInstant().map(Object::toString).orElse("unknown");
        String version = Worker.class.getPackage().getImplementationVersion();
        return new SessionInfo.ProcessInfo(host(), self.pid(), startedAt, version == null ? "development" : version);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
