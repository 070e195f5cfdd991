package dev.playloop.schemas.event;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Versioned;
import dev.playloop.schemas.tool.ToolDeclaration;
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

  /// One that may cost nothing and is late already: [#notAfter] and [#permitUsd] say otherwise.
  public static Turn of(TurnId turn, AgentId agent, Route route, Body body, String hash) {
    return new Turn(VERSION, turn, agent, Instant.EPOCH, route, 0, BigDecimal.ZERO, body, hash);
  }

  public Turn notAfter(Instant notAfter) {
    return new Turn(v, turn, agent, notAfter, route, candidate, permitUsd, body, hash);
  }

  public Turn candidate(int candidate) {
    return new Turn(v, turn, agent, notAfter, route, candidate, permitUsd, body, hash);
  }

  public Turn permitUsd(BigDecimal permitUsd) {
    return new Turn(v, turn, agent, notAfter, route, candidate, permitUsd, body, hash);
  }

  /// The canonical parts of the request. A turn without tools wants a final text.
  public record Body(List<ToolDeclaration> tools, List<Message> messages) {
    public Body {
      tools = List.copyOf(tools);
      messages = List.copyOf(messages);
    }
  }
}
