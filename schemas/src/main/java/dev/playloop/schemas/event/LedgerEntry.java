package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Default;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

  /// About to act. `attempts` are what the world had prepared, oldest first: none, or what the
  /// first one needs, and each later attempt at the same write, at most [#MAX_ATTEMPTS] in all.
  record Intent(ActionId action, Instant at, @Default("[]") List<Attempt> attempts)
      implements LedgerEntry {
    public static final int MAX_ATTEMPTS = 8;

    public Intent {
      attempts = attempts == null ? List.of() : List.copyOf(attempts);
      Require.range("attempts.length", attempts.size(), 0, MAX_ATTEMPTS);
    }

    /// This intent with another attempt.
    public Intent with(Attempt attempt) {
      List<Attempt> all = new ArrayList<>(attempts);
      all.add(attempt);
      return new Intent(action, at, all);
    }
  }

  /// What was about to be sent, or what the world was like before.
  record Attempt(Instant at, JsonNode prepared) {}

  /// It has ended. `attempts` are those of its intent where the world still needs them, as a chain
  /// does that may forget a block with a transaction in it; none of other worlds.
  record Outcome(
      ActionId action,
      Instant at,
      ActionResult result,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) @Default("[]") List<Attempt> attempts)
      implements LedgerEntry {
    public Outcome {
      attempts = attempts == null ? List.of() : List.copyOf(attempts);
      Require.range("attempts.length", attempts.size(), 0, Intent.MAX_ATTEMPTS);
    }

    public Outcome(ActionId action, Instant at, ActionResult result) {
      this(action, at, result, List.of());
    }

    public Outcome with(List<Attempt> kept) {
      return new Outcome(action, at, result, kept);
    }
  }
}
