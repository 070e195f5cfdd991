package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.id.ActionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An entry of a world's effect ledger, keyed by action id: the intent is durable before the act,
/// the outcome replaces it with the result.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = LedgerEntry.Intent.class, name = "intent"),
  @JsonSubTypes.Type(value = LedgerEntry.Outcome.class, name = "outcome")
})
public sealed interface LedgerEntry {
  ActionId action();

  /// About to act; `preState` is what `reconcile` compares the world with.
  record Intent(ActionId action, Instant at, @Nullable JsonNode preState) implements LedgerEntry {}

  record Outcome(ActionId action, Instant at, ActionResult result) implements LedgerEntry {}
}
