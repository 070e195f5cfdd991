package dev.playloop.schemas.argument;

import dev.playloop.schemas.Text;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A text, by its length in characters (code points) and by a pattern.
record TextShape(@Nullable Long min, @Nullable Long max, @Nullable LinearPattern pattern)
    implements ArgumentShape {

  @Override
  public boolean isFor(JsonNode value) {
    return value.isString();
  }

  @Override
  public String expected() {
    return ArgumentWords.text(
        ArgumentWords.range(min, max), pattern == null ? null : pattern.source());
  }

  @Override
  public @Nullable ArgumentMisfit misfit(JsonNode value, CheckSteps steps) {
    steps.take(1);
    if (!value.isString()) {
      String how = value.isContainer() ? ArgumentWords.AS_ONE_STRING : "";
      return ArgumentMisfit.of(expected() + how, value, steps);
    }
    return fits(value.stringValue(), steps) ? null : ArgumentMisfit.of(expected(), value, steps);
  }

  /// The length first: it bounds what the pattern is held against.
  private boolean fits(String text, CheckSteps steps) {
    if (min == null && max == null) {
      return true;
    }
    steps.take(text.length());
    int length = Text.length(text);
    return (min == null || length >= min)
        && (max == null || length <= max)
        && (pattern == null || pattern.isIn(text, steps));
  }

  @Override
  public boolean hasOneForm() {
    return true;
  }
}
