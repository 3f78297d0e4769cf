package dev.holdfast.github.repo;

import java.io.IOException;

/** A git command failed, took too long, or was cancelled. The message says which and what git said, never a token. */
public final class GitException extends IOException {
    private static final long serialVersionUID = 1L;

    GitException(String message) {
        super(message);
    }

    GitException(String message, Throwable cause) {
        super(message, cause);
    }
}
