package dev.playloop.worlds.sandbox;

import java.util.Objects;

/// Who runs what. The code sees both, as `caller` and `self`; nothing here gives it any right.
///
/// @param caller id of the immediate caller
/// @param artifact id of the artifact whose code is run
public record GuestCall(String caller, String artifact) {
  public GuestCall {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(artifact, "artifact");
  }
}
