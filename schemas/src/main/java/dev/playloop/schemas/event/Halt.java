package dev.playloop.schemas.event;

import dev.playloop.schemas.Require;
import dev.playloop.schemas.id.HaltScope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Nothing new begins within `scope`, until a tombstone under the same key takes it back.
///
/// @param by who ordered it; [#CAP] where a cap on money did
/// @param reason in words; null where none was given
public record Halt(int v, HaltScope scope, String by, Instant at, @Nullable String reason) {
  public static final int VERSION = 1;

  /// The author of halts that a cap on money ordered.
  public static final String CAP = "cap";

  private static final int MAX_BY = 128;
  private static final int MAX_REASON = 1_000;

  public Halt {
    Require.text("by", by, MAX_BY);
    if (reason != null) {
      Require.text("reason", reason, MAX_REASON);
    }
  }
}
