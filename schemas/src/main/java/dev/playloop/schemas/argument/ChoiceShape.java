package dev.playloop.schemas.argument;

import dev.playloop.schemas.Nearest;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One of some texts, numbers, truths or null; numbers are equal however they are written.
///
/// @param keys what they are equal by
/// @param texts those of them that are texts
/// @param whole whether a number among them is meant as a whole one
record ChoiceShape(Set<Object> keys, List<String> texts, String expected, boolean whole)
    implements ArgumentShape {

  private enum Key {
    NULL
  }

  /// @param values each of which has a [#key]
  static ChoiceShape of(List<JsonNode> values, boolean whole, boolean constant) {
    Set<Object> keys = new HashSet<>();
    values.forEach(value -> keys.add(key(value)));
    List<String> texts =
        values.stream().filter(JsonNode::isString).map(JsonNode::stringValue).toList();
    boolean onlyTexts = texts.size() == values.size();
    List<String> shown = onlyTexts ? texts : values.stream().map(JsonNode::toString).toList();
    String expected = constant ? "exactly " + shown.getFirst() : ArgumentWords.oneOf(shown);
    return new ChoiceShape(keys, texts, expected, whole);
  }

  /// Equal for equal values; empty text's is itself. Null for what no choice can be.
  static @Nullable Object key(JsonNode value) {
    if (value.isString()) {
      return value.stringValue();
    }
    if (value.isBoolean()) {
      return value.booleanValue();
    }
    if (value.isNull()) {
      return Key.NULL;
    }
    BigDecimal number = Numbers.of(value);
    return number == null ? null : number.stripTrailingZeros();
  }

  @Override
  public boolean isFor(JsonNode value) {
    return !value.isContainer();
  }

  @Override
  public @Nullable ArgumentMisfit misfit(JsonNode value, CheckSteps steps) {
    steps.take(1 + (value.isString() ? value.stringValue().length() : 0));
    Object key = key(value);
    if (key != null && keys.contains(key)) {
      return null;
    }
    ArgumentMisfit misfit = ArgumentMisfit.of(expected, value, steps);
    if (!value.isString()) {
      return misfit;
    }
    steps.takeNearest(value.stringValue(), texts);
    return misfit.nearest(Nearest.of(value.stringValue(), texts));
  }

  @Override
  public JsonNode settled(JsonNode value, CheckSteps steps) {
    steps.take(1);
    return whole ? NumberShape.settled(value) : value;
  }

  @Override
  public boolean takesNull() {
    return keys.contains(Key.NULL);
  }

  @Override
  public boolean hasOneForm() {
    return texts.size() == keys.size() || (whole && texts.isEmpty() && !takesNull());
  }
}
