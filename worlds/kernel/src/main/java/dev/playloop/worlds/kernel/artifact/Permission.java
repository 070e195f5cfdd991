package dev.playloop.worlds.kernel.artifact;

import dev.playloop.worlds.kernel.books.Sizes;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a contract says to one caller who wants to do one thing. `cost` is scrip that the contract
/// asks for it; `updates` are fields of the target's state that it sets; `seen` are the versions of
/// the artifacts it has read, for the effect's transaction to compare.
public record Permission(
    boolean allowed,
    String reason,
    @Nullable Cost cost,
    @Nullable ObjectNode updates,
    Map<String, Long> seen) {

  /// `payer` null: who pays for the action; `recipient` null: the target's owner.
  record Cost(long scrip, @Nullable String payer, @Nullable String recipient) {}

  static Permission yes() {
    return new Permission(true, "", null, null, Map.of());
  }

  static Permission no(String reason) {
    return new Permission(false, reason, null, null, Map.of());
  }

  Permission having(Map<String, Long> versions) {
    return new Permission(allowed, reason, cost, updates, Map.copyOf(versions));
  }

  /// What a custom contract returned: true, false, or an object. Whatever else is a refusal.
  static Permission of(JsonNode answer) {
    if (answer.isBoolean()) {
      return answer.booleanValue() ? yes() : no("the contract refuses");
    }
    if (!answer.isObject() || !answer.path("allowed").isBoolean()) {
      return no("the contract gave no answer: expected true, false or {\"allowed\": …}");
    }
    if (!answer.path("allowed").booleanValue()) {
      return no(Sizes.head(answer.path("reason").asString("the contract refuses"), 300));
    }
    JsonNode scrip = answer.path("scrip_cost");
    if (!scrip.isMissingNode()
        && !scrip.isNull()
        && !(scrip.isIntegralNumber() && scrip.canConvertToLong() && scrip.longValue() >= 0)) {
      return no("the contract's scrip_cost is no whole number from 0");
    }
    Cost cost =
        scrip.asLong(0) == 0
            ? null
            : new Cost(
                scrip.longValue(), text(answer, "scrip_payer"), text(answer, "scrip_recipient"));
    JsonNode updates = answer.path("state_updates");
    return new Permission(
        true,
        "",
        cost,
        updates instanceof ObjectNode fields && !fields.isEmpty() ? fields : null,
        Map.of());
  }

  private static @Nullable String text(JsonNode answer, String field) {
    JsonNode value = answer.path(field);
    return value.isString() ? value.asString() : null;
  }
}
