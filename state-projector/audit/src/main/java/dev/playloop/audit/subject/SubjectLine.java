package dev.playloop.audit.subject;

import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One thing that the journal has of a player, as it is told to them.
///
/// @param seq the entry's number in the agent's journal
/// @param data what was said, answered or done; null for what belongs to somebody else and names
///   them, and for what can't be read
public record SubjectLine(AgentId agent, long seq, Instant at, What what, @Nullable JsonNode data) {
  /// What a line tells.
  public enum What {
    /// The player's own trigger, as it came.
    SAID,

    /// What an agent said to it, and which tools it called.
    ANSWERED,

    /// What became of a tool's call.
    DONE,

    /// What an agent remembers of the talk with the player.
    REMEMBERED,

    /// An entry of somebody else's, or of nobody in particular, names the player.
    NAMED,

    /// An entry whose payload is erased, or sealed with a key that is not there.
    UNREADABLE
  }
}
