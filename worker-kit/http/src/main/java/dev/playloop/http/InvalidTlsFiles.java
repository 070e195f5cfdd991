package dev.playloop.http;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A certificate or key that can't be used. The message names the file.
public final class InvalidTlsFiles extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidTlsFiles(Path file, String why, @Nullable Throwable cause) {
    super("TLS: " + file + ": " + why, cause);
  }
}
