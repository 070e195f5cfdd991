package dev.playloop.schemas.argument;

import dev.playloop.schemas.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// A list of elements of one shape.
record ListShape(ArgumentShape element, @Nullable Long min, @Nullable Long max)
    implements ArgumentShape {

  @Override
  public boolean isFor(JsonNode value) {
    return value.isArray();
  }

  @Override
  public String expected() {
    return ArgumentWords.list(ArgumentWords.range(min, max));
  }

  @Override
  public @Nullable ArgumentMisfit misfit(JsonNode value, CheckSteps steps) {
    steps.take(1);
    if (!value.isArray()
        || (min != null && value.size() < min)
        || (max != null && value.size() > max)) {
      return ArgumentMisfit.of(expected(), value, steps);
    }
    for (int i = 0; i < value.size(); i++) {
      ArgumentMisfit misfit = element.misfit(value.get(i), steps);
      if (misfit != null) {
        return misfit.under(i);
      }
    }
    return null;
  }

  @Override
  public JsonNode settled(JsonNode value, CheckSteps steps) {
    ArrayNode settled = Json.NODES.arrayNode(value.size());
    steps.take(1 + value.size());
    value.forEach(each -> settled.add(element.settled(each, steps)));
    return settled;
  }
}
