package dev.playloop.schemas.event;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Versioned;
import dev.playloop.schemas.tool.Effect;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/// One thing to do in a world, a read or a write. `hops` is what triggers that it causes must
/// carry: the loop has counted its own agent already.
public record Action(
    int v,
    ActionId action,
    AgentId agent,
    String actor,
    Lane lane,
    String tool,
    JsonNode args,
    Effect effect,
    Mode mode,
    Instant notAfter,
    int hops)
    implements Versioned {
  public static final int VERSION = 1;

  /// EXECUTE performs; SIMULATE tells what would happen; RECONCILE finds out whether an action
  /// whose outcome is unknown has happened, and never performs it.
  public enum Mode {
    EXECUTE,
    SIMULATE,
    RECONCILE
  }
}
