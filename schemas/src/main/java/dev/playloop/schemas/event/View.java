package dev.playloop.schemas.event;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Versioned;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/// An agent's enriched world state, within its world's token budget. `version` is the highest
/// version of the events it shows.
public record View(
    int v, AgentId agent, Instant asOf, long version, JsonNode state, String summary, int tokens)
    implements Versioned {
  public static final int VERSION = 1;
}
