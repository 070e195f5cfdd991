package dev.playloop.operator;

import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.HaltScope;
import java.util.List;

/// What came of taking a halt back.
public sealed interface ResumeAnswer {
  /// It is over.
  ///
  /// @param others that are still in force
  record Resumed(Halt ended, List<Halt> others) implements ResumeAnswer {
    public Resumed {
      others = List.copyOf(others);
    }
  }

  /// There was none of that scope.
  record NotHalted(HaltScope scope, List<Halt> inForce) implements ResumeAnswer {
    public NotHalted {
      inForce = List.copyOf(inForce);
    }
  }
}
