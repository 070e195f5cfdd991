package dev.playloop.console.veil;

import org.jspecify.annotations.Nullable;

/// Places in an index, as readers are told them and bring them back. They count what everybody
/// does: who may not see all agents gets them veiled, all of one length, and no other one is taken
/// from such a reader, who would else find out by asking where the index ends. Immutable.
public record VeiledPlaces(Veil veil) {
  private static final int LENGTH = 64;

  /// A place as it is told.
  ///
  /// @param all whether the reader may see all agents
  public String tell(String place, boolean all) {
    return all ? place : veil.hide(place + " ".repeat(Math.max(0, LENGTH - place.length())));
  }

  /// The place that somebody brings; null where this reader was never told it.
  public @Nullable String heard(String said, boolean all) {
    String seen = veil.see(said);
    return seen != null ? seen.strip() : all ? said : null;
  }
}
