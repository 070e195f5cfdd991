package dev.playloop.schemas.event;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Versioned;
import dev.playloop.schemas.tool.ToolDeclaration;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One LLM call to make: the whole prompt, the route, and the money it may cost. `hash` is the
/// SHA-256 of the body's JSON. `candidate` is the index into the route to begin with. `catalogue`
/// is the hash of what the agent's world declares, by which the answer's calls are read; null where
/// nobody knows the world.
@RecordBuilder
public record Turn(
    int v,
    TurnId turn,
    AgentId agent,
    @Nullable String catalogue,
    Instant notAfter,
    Route route,
    int candidate,
    BigDecimal permitUsd,
    Body body,
    String hash)
    implements TurnBuilder.With, Versioned {
  public static final int VERSION = 1;

  /// One that may cost nothing and is late already: [#notAfter] and [#permitUsd] say otherwise.
  public static Turn of(TurnId turn, AgentId agent, Route route, Body body, String hash) {
    return new Turn(
        VERSION, turn, agent, null, Instant.EPOCH, route, 0, BigDecimal.ZERO, body, hash);
  }

  public Turn catalogue(@Nullable String catalogue) {
    return with().catalogue(catalogue).build();
  }

  public Turn notAfter(Instant notAfter) {
    return with().notAfter(notAfter).build();
  }

  public Turn candidate(int candidate) {
    return with().candidate(candidate).build();
  }

  public Turn permitUsd(BigDecimal permitUsd) {
    return with().permitUsd(permitUsd).build();
  }

  /// The canonical parts of the request. A turn without tools wants a final text.
  public record Body(List<ToolDeclaration> tools, List<Message> messages) {
    public Body {
      tools = List.copyOf(tools);
      messages = List.copyOf(messages);
    }
  }
}
