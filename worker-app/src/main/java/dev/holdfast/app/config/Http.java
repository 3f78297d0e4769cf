package dev.holdfast.app.config;

/**
 * Where the HTTP endpoint listens.
 *
 * @param host address to bind
 * @param port 0 for a free one
 * @param webhookMaxBytes largest body of a webhook
 */
public record Http(String host, int port, int webhookMaxBytes) {
    static Http read(Reader reader) {
        return new Http(
                reader.required(Key.HTTP_HOST),
                reader.number(Key.HTTP_PORT, 0, 65_535),
                reader.number(Key.WEBHOOK_MAX_BYTES, 1024, 32 * 1024 * 1024));
    }
}
