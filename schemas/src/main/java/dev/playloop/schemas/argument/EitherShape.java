package dev.playloop.schemas.argument;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One of several kinds, at most one of which any value is of.
record EitherShape(List<ArgumentShape> kinds) implements ArgumentShape {

  EitherShape {
    kinds = List.copyOf(kinds);
  }

  private @Nullable ArgumentShape of(JsonNode value) {
    for (ArgumentShape kind : kinds) {
      if (kind.isFor(value)) {
        return kind;
      }
    }
    return null;
  }

  @Override
  public boolean isFor(JsonNode value) {
    return of(value) != null;
  }

  @Override
  public String expected() {
    return kinds.stream().map(ArgumentShape::expected).collect(Collectors.joining(" or "));
  }

  @Override
  public @Nullable ArgumentMisfit misfit(JsonNode value, CheckSteps steps) {
    steps.take(1);
    ArgumentShape of = of(value);
    if (of == null) {
      return ArgumentMisfit.of(expected(), value, steps);
    }
    ArgumentMisfit misfit = of.misfit(value, steps);
    return misfit != null && misfit.field().isEmpty()
        ? ArgumentMisfit.of(expected(), value, steps)
        : misfit;
  }

  @Override
  public JsonNode settled(JsonNode value, CheckSteps steps) {
    steps.take(1);
    ArgumentShape of = of(value);
    return of == null ? value : of.settled(value, steps);
  }

  @Override
  public boolean takesNull() {
    return kinds.stream().anyMatch(ArgumentShape::takesNull);
  }
}
