package dev.playloop.worlds.sandbox;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// No child can be had: none starts, or the sandbox is closed. Worth another try later.
public final class SandboxUnavailable extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  public SandboxUnavailable(String message) {
    this(message, null);
  }

  public SandboxUnavailable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
