package dev.playloop.schemas.event;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Versioned;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/// One LLM call to make: the whole prompt, the route, and the money it may cost. `hash` is the
/// SHA-256 of the body's JSON. `candidate` is the index into the route to begin with.
public record Turn(
    int v,
    TurnId turn,
    AgentId agent,
    Instant notAfter,
    Route route,
    int candidate,
    BigDecimal permitUsd,
    Body body,
    String hash)
    implements Versioned {
  public static final int VERSION = 1;

  /// The canonical parts of the request. A turn without tools wants a final text.
  public record Body(List<ToolDeclaration> tools, List<Message> messages) {
    public Body {
      tools = List.copyOf(tools);
      messages = List.copyOf(messages);
    }
  }
}
