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
    return StaminaCostsBuilder.builder()
        .max(120)
        .initial(60)
        .gainPerTick(20)
        .explore(30)
        .travel(10)
        .attack(50)
        .build();
  }
}
