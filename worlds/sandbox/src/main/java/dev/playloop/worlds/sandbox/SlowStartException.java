package dev.playloop.worlds.sandbox;

import java.io.Serial;

/// No child was had in time, and nothing says that none can be: whether that is an outage depends
/// on what else runs.
final class SlowStartException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final String why;

  SlowStartException(String why) {
    super(why, null, false, false);
    this.why = why;
  }

  /// As one that others' runs have no part in.
  SandboxUnavailable outage() {
    return new SandboxUnavailable(why, this);
  }

  /// As one that they may have.
  SandboxBusy busy() {
    return new SandboxBusy(why + ", as others run");
  }
}
