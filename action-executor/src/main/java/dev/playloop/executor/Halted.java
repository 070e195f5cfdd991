package dev.playloop.executor;

import dev.playloop.schemas.event.Halt;
import java.io.Serial;

/// A write whose agent was halted before it had begun. Thrown through its world, which leaves
/// nothing behind.
final class Halted extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Halt halt;

  Halted(Halt halt) {
    super("halted by " + halt.by(), null, false, false);
    this.halt = halt;
  }

  Halt halt() {
    return halt;
  }
}
