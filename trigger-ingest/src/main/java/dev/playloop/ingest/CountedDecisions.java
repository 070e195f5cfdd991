package dev.playloop.ingest;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.SourceState;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How far the daily caps have counted what `decisions` cost, for who deletes from that topic: they
/// read it beside the loop and in no group, so their cursor alone tells.
public final class CountedDecisions {
  private CountedDecisions() {}

  /// The offset that is counted next, by partition; null where this is another source's cursor. One
  /// that can't be read counts from the day's beginning, as where no partition has an offset.
  public static @Nullable Map<Integer, Long> offsets(SourceState state) {
    if (!state.source().equals(SpendCapSource.ID)) {
      return null;
    }
    try {
      return SpendDay.parse(state.cursor()).offsets();
    } catch (InvalidValueException e) {
      return Map.of();
    }
  }
}
