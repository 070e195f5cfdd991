package dev.playloop.worlds.model;

import dev.playloop.schemas.event.LedgerEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What lies on the ledger of a write that was begun: what [WorldActions#prepare] gave, and each
/// later attempt at the same write, oldest first. Empty where nothing is kept. Immutable; the JSON
/// is not to be changed.
public record Prepared(List<JsonNode> attempts) {
  public static final Prepared NOTHING = new Prepared(List.of());

  public Prepared {
    attempts = List.copyOf(attempts);
  }

  public static Prepared of(@Nullable JsonNode prepared) {
    return prepared == null || prepared.isNull() ? NOTHING : new Prepared(List.of(prepared));
  }

  public static Prepared of(LedgerEntry.Intent intent) {
    return new Prepared(intent.attempts().stream().map(LedgerEntry.Attempt::prepared).toList());
  }

  /// What was prepared last, or null.
  public @Nullable JsonNode newest() {
    return attempts.isEmpty() ? null : attempts.getLast();
  }
}
