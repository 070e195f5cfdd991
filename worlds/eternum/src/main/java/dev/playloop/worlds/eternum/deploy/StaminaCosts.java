package dev.playloop.worlds.eternum.deploy;

import io.soabase.recordbuilder.core.RecordBuilder;

/// What troops have of stamina, and what takes it.
///
/// @param initial what fresh troops have
/// @param travel for each hex
@RecordBuilder
public record StaminaCosts(
    int max, int initial, int gainPerTick, int explore, int travel, int attack)
    implements StaminaCostsBuilder.With {
  public static StaminaCosts standard() {
    return new StaminaCosts(120, 60, 20, 30, 10, 50);
  }
}
