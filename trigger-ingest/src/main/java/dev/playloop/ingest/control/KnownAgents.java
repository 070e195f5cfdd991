package dev.playloop.ingest.control;

import dev.playloop.schemas.id.AgentId;
import org.jspecify.annotations.Nullable;

/// Which agents there are. Throws [dev.playloop.http.Problem.Refused] where that can't be told now.
public interface KnownAgents {
  boolean knows(AgentId agent);

  /// Whether some agent is called so, or acts as somebody who is.
  boolean acts(String name);

  /// The agent that was probably meant, or null where none is near.
  @Nullable String nearest(AgentId agent);
}
