package dev.playloop.audit;

import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What of a journal is verified. Chains are checked from their beginning in any case; what lies
/// between `from` and `to` (both included, by the loop's own clock) is folded again, from the
/// nearest snapshot before it.
///
/// @param agent only this one's chain; null: all agents
/// @param heldBytes about how much memory agents' states may take at a time: agents beyond it wait
///   for another pass over the journal
/// @param findings how many findings are kept; the others are counted
public record AuditQuestion(
    @Nullable AgentId agent,
    @Nullable Instant from,
    @Nullable Instant to,
    long heldBytes,
    int findings) {
  private static final long HELD_BYTES = 192L * 1024 * 1024;
  private static final int FINDINGS = 200;

  /// Everything.
  public static final AuditQuestion ALL = about(null, null, null);

  /// With the usual bounds.
  public static AuditQuestion about(
      @Nullable AgentId agent, @Nullable Instant from, @Nullable Instant to) {
    return new AuditQuestion(agent, from, to, HELD_BYTES, FINDINGS);
  }

  boolean holds(Instant at) {
    return (from == null || !at.isBefore(from)) && (to == null || !at.isAfter(to));
  }
}
