package dev.playloop.worlds.kernel.model;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.LlmAccount;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A principal's LLM budget, as the loop draws on it by the tools of these names: calls of
/// [KernelBudget]. Pure.
record AccountTools(String reserve, String settle) implements LlmAccount {
  /// What the answer to [KernelBudget.Reserve] grants.
  private static final String HELD = "held_usd";

  @Override
  public Ask hold(ActionId hold, BigDecimal usd) {
    return new Ask(
        reserve, Json.NODES.objectNode().put("turn", hold.value()).put("upper_bound_usd", usd));
  }

  @Override
  public BigDecimal held(@Nullable JsonNode output) {
    JsonNode held = output == null ? null : output.get(HELD);
    return held != null && held.isNumber() ? held.decimalValue() : BigDecimal.ZERO;
  }

  @Override
  public Ask settle(ActionId hold, Cost cost) {
    ObjectNode args =
        Json.NODES
            .objectNode()
            .put("turn", hold.value())
            .put("cost_usd", cost.usd())
            .put("model", cost.model() == null ? "none" : cost.model());
    if (cost.tokens() != null) {
      args.put("input_tokens", cost.tokens().input());
      args.put("output_tokens", cost.tokens().output());
    }
    if (cost.failed() != null) {
      args.put("failed", cost.failed());
    }
    return new Ask(settle, args);
  }
}
