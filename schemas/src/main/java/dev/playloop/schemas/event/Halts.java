package dev.playloop.schemas.event;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All halts in force at a moment. Immutable.
public record Halts(Map<HaltScope, Halt> inForce) {
  public static final Halts NONE = new Halts(Map.of());

  public Halts {
    inForce = Map.copyOf(inForce);
  }

  /// Who knows the halts in force. Waits until that is known for the first time.
  @FunctionalInterface
  public interface Source {
    Halts now() throws InterruptedException;
  }

  /// What holds this agent back, the widest first; null where nothing does.
  public @Nullable Halt over(AgentId agent) {
    if (inForce.isEmpty()) {
      return null;
    }
    for (HaltScope scope : HaltScope.over(agent)) {
      Halt halt = inForce.get(scope);
      if (halt != null) {
        return halt;
      }
    }
    return null;
  }
}
