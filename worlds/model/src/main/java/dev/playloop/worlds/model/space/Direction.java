package dev.playloop.worlds.model.space;

import dev.playloop.worlds.model.space.Grid.Step;
import java.util.Locale;

/// One of eight, an eighth of the circle each, or none.
enum Direction {
  HERE,
  NORTH,
  NORTHEAST,
  EAST,
  SOUTHEAST,
  SOUTH,
  SOUTHWEST,
  WEST,
  NORTHWEST;

  /// The tangent of half an eighth, 22.5 degrees: the square root of two, less one.
  private static final double HALF_EIGHTH = Math.sqrt(2) - 1;

  static Direction of(Step step) {
    double across = Math.abs(step.x());
    double along = Math.abs(step.y());
    if (across == 0 && along == 0) {
      return HERE;
    } else if (along <= across * HALF_EIGHTH) {
      return step.x() > 0 ? EAST : WEST;
    } else if (across <= along * HALF_EIGHTH) {
      return step.y() > 0 ? SOUTH : NORTH;
    } else if (step.y() > 0) {
      return step.x() > 0 ? SOUTHEAST : SOUTHWEST;
    }
    return step.x() > 0 ? NORTHEAST : NORTHWEST;
  }

  /// In one word, as a model reads it.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
