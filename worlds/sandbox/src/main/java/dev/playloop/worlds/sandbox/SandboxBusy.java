package dev.playloop.worlds.sandbox;

import java.io.Serial;

/// The places of the sandbox are taken, by this caller's own runs or by others, or beside others'
/// runs no process starts in time: this call has not begun, and may be made again. No outage: the
/// sandbox works, and others get their turn.
public final class SandboxBusy extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  public SandboxBusy(String message) {
    super(message, null, false, false);
  }
}
