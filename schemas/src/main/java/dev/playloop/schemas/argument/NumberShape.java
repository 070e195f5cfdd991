package dev.playloop.schemas.argument;

import dev.playloop.schemas.json.Json;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A number, or a whole one of 64 bits, between its bounds.
record NumberShape(boolean whole, @Nullable Bound min, @Nullable Bound max)
    implements ArgumentShape {

  /// @param shown as the schema writes it
  /// @param included whether the bound itself is within
  record Bound(BigDecimal at, String shown, boolean included) {}

  @Override
  public boolean isFor(JsonNode value) {
    return whole ? Numbers.whole(value) != null : Numbers.of(value) != null;
  }

  @Override
  public String expected() {
    String kind = whole ? ArgumentWords.WHOLE : ArgumentWords.NUMBER;
    if (min != null && max != null && min.included && max.included) {
      return kind + " from " + min.shown + " to " + max.shown;
    }
    String from = min == null ? "" : (min.included ? " of at least " : " above ") + min.shown;
    String to = max == null ? "" : (max.included ? "at most " : "below ") + max.shown;
    if (from.isEmpty() || to.isEmpty()) {
      String of = to.startsWith("at") ? " of " : to.isEmpty() ? "" : " ";
      return kind + from + of + to;
    }
    return kind + from + " and " + to;
  }

  @Override
  public @Nullable ArgumentMisfit misfit(JsonNode value, CheckSteps steps) {
    steps.take(1);
    BigDecimal number = isFor(value) ? Numbers.of(value) : null;
    return number != null && isAbove(number) && isBelow(number)
        ? null
        : ArgumentMisfit.of(expected(), value, steps);
  }

  private boolean isAbove(BigDecimal number) {
    int order = min == null ? 1 : number.compareTo(min.at);
    return order > 0 || (order == 0 && min != null && min.included);
  }

  private boolean isBelow(BigDecimal number) {
    int order = max == null ? -1 : number.compareTo(max.at);
    return order < 0 || (order == 0 && max != null && max.included);
  }

  @Override
  public JsonNode settled(JsonNode value, CheckSteps steps) {
    steps.take(1);
    return whole ? settled(value) : value;
  }

  static JsonNode settled(JsonNode value) {
    Long number = value.isIntegralNumber() ? null : Numbers.whole(value);
    return number == null ? value : Json.NODES.numberNode(number);
  }

  @Override
  public boolean hasOneForm() {
    return whole;
  }
}
