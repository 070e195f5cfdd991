package dev.playloop.worlds.kernel.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Traits;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// The internal actions around an LLM call, on the budget of the acting principal. The loop
/// releases them, no model is offered them. Both are idempotent by `turn` beyond their action id.
public sealed interface KernelBudget extends KernelTool {

  /// Holds an upper bound before the call, or what the budget still has of it: the answer says
  /// `held_usd`. Refused as `insufficient_funds` where there is nothing, and then no call may
  /// follow. Where the price is not known (`upper_bound_usd` left out) a floor per token is held,
  /// and the answer warns.
  @Describe("Hold an upper bound of the LLM budget before a call.")
  @Traits(effect = Effect.WRITE)
  record Reserve(
      @Describe("id of the turn") @Bounds(min = 1, max = 300) String turn,
      @JsonProperty("upper_bound_usd")
          @Describe("the most that the call can cost")
          @Bounds(min = 0, max = 1_000_000)
          @Nullable BigDecimal upperBoundUsd,
      @Describe("tokens of the prompt and most tokens of the answer, for a model without a price")
          @Bounds(min = 0, max = 1_000_000_000)
          @Nullable Long tokens)
      implements KernelBudget {}

  /// Turns the hold into the real cost and gives back the rest. A cost beyond the hold takes what
  /// the budget still has; the event tells what was not covered. A hold that was given back,
  /// because the call had failed or nobody came back for it, may be settled to a cost after all,
  /// once.
  @Describe("Settle a held LLM budget to the real cost after the call.")
  @Traits(effect = Effect.WRITE)
  record Settle(
      @Describe("id of the turn") @Bounds(min = 1, max = 300) String turn,
      @JsonProperty("cost_usd")
          @Describe("what the call cost; left out where the model has no price")
          @Bounds(min = 0, max = 1_000_000)
          @Nullable BigDecimal costUsd,
      @Describe("the model that answered") @Bounds(min = 1, max = 200) String model,
      @JsonProperty("input_tokens")
          @Describe("tokens of the prompt")
          @Bounds(min = 0, max = 1_000_000_000)
          @Nullable Long inputTokens,
      @JsonProperty("output_tokens")
          @Describe("tokens of the answer")
          @Bounds(min = 0, max = 1_000_000_000)
          @Nullable Long outputTokens,
      @Describe("why the call failed; left out where it did not") @Bounds(min = 1, max = 300)
          @Nullable String failed)
      implements KernelBudget {}
}
