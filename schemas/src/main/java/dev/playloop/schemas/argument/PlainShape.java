package dev.playloop.schemas.argument;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Values of which nothing is asked but their kind.
enum PlainShape implements ArgumentShape {
  FLAG(ArgumentWords.FLAG),
  NULL("null"),
  ANY(ArgumentWords.ANY);

  private final String words;

  PlainShape(String words) {
    this.words = words;
  }

  @Override
  public boolean isFor(JsonNode value) {
    return switch (this) {
      case FLAG -> value.isBoolean();
      case NULL -> value.isNull();
      case ANY -> true;
    };
  }

  @Override
  public String expected() {
    return words;
  }

  @Override
  public @Nullable ArgumentMisfit misfit(JsonNode value, CheckSteps steps) {
    steps.take(1);
    return isFor(value) ? null : ArgumentMisfit.of(words, value, steps);
  }

  @Override
  public boolean takesNull() {
    return this != FLAG;
  }
}
