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

  /// One that shows events of no version yet, and says nothing in words.
  public static View of(AgentId agent, Instant asOf, JsonNode state) {
    return new View(VERSION, agent, asOf, 0, state, "", 0);
  }

  public View version(long version) {
    return new View(v, agent, asOf, version, state, summary, tokens);
  }

  public View summary(String summary) {
    return new View(v, agent, asOf, version, state, summary, tokens);
  }

  public View tokens(int tokens) {
    return new View(v, agent, asOf, version, state, summary, tokens);
  }
}
