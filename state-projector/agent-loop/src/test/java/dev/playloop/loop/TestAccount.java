package dev.playloop.loop;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.LlmAccount;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// LLM money of the test world, in words of its own.
record TestAccount() implements LlmAccount {
  @Override
  public Ask hold(ActionId hold, BigDecimal usd) {
    return new Ask(
        "reserve", Json.NODES.objectNode().put("turn", hold.value()).put("upper_bound_usd", usd));
  }

  @Override
  public BigDecimal held(@Nullable JsonNode output) {
    return output == null ? BigDecimal.ZERO : output.path("held_usd").decimalValue(BigDecimal.ZERO);
  }

  @Override
  public Ask settle(ActionId hold, Cost cost) {
    ObjectNode args = Json.NODES.objectNode().put("turn", hold.value());
    args.put("cost_usd", cost.usd());
    args.put("model", cost.model() == null ? "none" : cost.model());
    if (cost.tokens() != null) {
      args.put("input_tokens", cost.tokens().input());
      args.put("output_tokens", cost.tokens().output());
    }
    if (cost.failed() != null) {
      args.put("failed", cost.failed());
    }
    return new Ask("settle", args);
  }
}
