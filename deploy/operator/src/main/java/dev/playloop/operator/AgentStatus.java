package dev.playloop.operator;

import dev.playloop.journal.Refold.Outcome;
import dev.playloop.loop.state.Standing;
import dev.playloop.schemas.id.AgentId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What an agent is doing, as its journal tells it.
///
/// @param seq the number of the newest entry of its journal
/// @param at when that was written; nothing was journaled of the agent from then to `askedAt`
/// @param since when what it does began, or the last run ended; null where that lies before what
///   can be folded, or nothing ever ran
/// @param standing null where the newest entry can't be folded: `why` says it then
/// @param differences values of its journal that differ from what follows; 0 in a sound one
public record AgentStatus(
    AgentId agent,
    long seq,
    Instant at,
    Instant askedAt,
    @Nullable Instant since,
    @Nullable Standing standing,
    @Nullable Outcome why,
    long differences) {
  static AgentStatus of(AgentId agent, Instant askedAt, Watched watched) {
    return new AgentStatus(
        agent,
        watched.seq(),
        watched.at(),
        askedAt,
        watched.since(),
        watched.standing(askedAt),
        watched.why(),
        watched.differences());
  }

  /// How old this knowledge is.
  public Duration age() {
    return at.isAfter(askedAt) ? Duration.ZERO : Duration.between(at, askedAt);
  }

  /// Whether there is nothing of it but its journal: it was deleted, and nothing is under way.
  public boolean gone() {
    return standing != null
        && !standing.configured()
        && standing.doing() == null
        && standing.queue().isEmpty();
  }
}
