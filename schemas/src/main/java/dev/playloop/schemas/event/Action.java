package dev.playloop.schemas.event;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Versioned;
import dev.playloop.schemas.tool.Effect;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One thing to do in a world, a read or a write. `hops` is what triggers that it causes must
/// carry: the loop has counted its own agent already. `catalogue` is the hash of what the world
/// declared to whoever asked for it; null where nobody knew.
@RecordBuilder
public record Action(
    int v,
    ActionId action,
    AgentId agent,
    @Nullable String catalogue,
    String actor,
    Lane lane,
    String tool,
    JsonNode args,
    Effect effect,
    Mode mode,
    Instant notAfter,
    int hops)
    implements ActionBuilder.With, Versioned {
  public static final int VERSION = 1;

  /// A read for an agent in the lane of that agent, which nobody begins any more: [#notAfter] says
  /// until when.
  public static Action of(
      ActionId action, AgentId agent, String actor, String tool, JsonNode args) {
    Lane own = new Lane(agent.value());
    return new Action(
        VERSION,
        action,
        agent,
        null,
        actor,
        own,
        tool,
        args,
        Effect.READ,
        Mode.EXECUTE,
        Instant.EPOCH,
        0);
  }

  public Action catalogue(@Nullable String catalogue) {
    return with().catalogue(catalogue).build();
  }

  public Action args(JsonNode args) {
    return with().args(args).build();
  }

  public Action lane(Lane lane) {
    return with().lane(lane).build();
  }

  public Action effect(Effect effect) {
    return with().effect(effect).build();
  }

  public Action mode(Mode mode) {
    return with().mode(mode).build();
  }

  public Action notAfter(Instant notAfter) {
    return with().notAfter(notAfter).build();
  }

  public Action hops(int hops) {
    return with().hops(hops).build();
  }

  /// EXECUTE performs; SIMULATE tells what would happen; RECONCILE finds out whether an action
  /// whose outcome is unknown has happened, and never performs it.
  public enum Mode {
    EXECUTE,
    SIMULATE,
    RECONCILE
  }
}
