package dev.playloop.worlds.model;

import dev.playloop.schemas.id.ActionId;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// LLM money that a world keeps for its actors. Around each LLM call the loop releases two of the
/// world's [World#internal()] writes, in the agent's own lane: a hold before it, and what it did
/// cost once that is known, however late. Pure functions. What [Object#toString()] says stands for
/// them where a journal names what it was folded with: it is the same in every process, as that of
/// a record of the tools' names is.
///
/// A hold has the id of the action that asked for it; a turn that is issued again gets another one.
/// A hold that is never settled belongs to a call that never answered; its world lets go of it in
/// its own time.
public interface LlmAccount {
  /// Asks for up to `usd`. DONE holds some of it, see [#held]; REFUSED where nothing can be held.
  Ask hold(ActionId hold, BigDecimal usd);

  /// The money that this output of a hold grants, in US dollars; zero where it grants none.
  BigDecimal held(@Nullable JsonNode output);

  /// Turns the hold into what the call did cost, and gives back the rest.
  Ask settle(ActionId hold, Cost cost);

  /// An internal tool of the world, and its arguments.
  record Ask(String tool, JsonNode args) {}

  /// What is known of a call.
  ///
  /// @param model the model that answered; null where none did
  /// @param tokens null where they are not known
  /// @param failed why it failed, in a word or two; null where it did not
  record Cost(
      BigDecimal usd, @Nullable String model, @Nullable Tokens tokens, @Nullable String failed) {
    /// Of a call that was never made.
    public static final Cost NOT_CALLED = new Cost(BigDecimal.ZERO, null, null, "not called");
  }

  /// Tokens of the prompt and of the answer.
  record Tokens(long input, long output) {}
}
