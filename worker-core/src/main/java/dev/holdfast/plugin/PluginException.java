package dev.holdfast.plugin;

/** A plugin cannot be used. The message names the plugin or its jar and what to change. */
public final class PluginException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PluginException(String message, Throwable cause) {
        super(message, cause);
    }

    PluginException(String message) {
        super(message);
    }
}
