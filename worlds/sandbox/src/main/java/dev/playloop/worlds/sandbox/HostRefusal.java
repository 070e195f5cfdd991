package dev.playloop.worlds.sandbox;

import java.io.Serial;
import java.util.Objects;

/// The host says no. The code gets it as an exception with `code` and `message`, and may catch it.
public final class HostRefusal extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final String code;

  /// @param code such as `not_authorized`
  /// @param message for the code's author: what was expected, and what to do
  public HostRefusal(String code, String message) {
    super(message, null, false, false);
    this.code = Objects.requireNonNull(code, "code");
    Objects.requireNonNull(message, "message");
  }

  public String code() {
    return code;
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
