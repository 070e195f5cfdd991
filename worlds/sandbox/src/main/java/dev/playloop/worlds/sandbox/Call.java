package dev.playloop.worlds.sandbox;

import java.util.Objects;

/// Who runs what. The code sees both, as `caller` and `self`; nothing here gives it any right.
///
/// @param caller id of the immediate caller
/// @param artifact id of the artifact whose code is run
public record Call(String caller, String artifact) {
  public Call {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(artifact, "artifact");
  }
}
