package dev.playloop.operator;

import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.HaltScope;
import org.jspecify.annotations.Nullable;

/// What came of a halt.
public sealed interface HaltAnswer {
  /// It is in force.
  record Halted(Halt halt) implements HaltAnswer {}

  /// There is no agent in that scope, and nothing was halted.
  ///
  /// @param nearest what it probably meant; null where nothing is near
  record NobodyThere(HaltScope scope, @Nullable String nearest) implements HaltAnswer {}
}
