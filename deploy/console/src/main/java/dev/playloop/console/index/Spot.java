package dev.playloop.console.index;

import dev.playloop.console.row.EntryRow;
import org.jspecify.annotations.Nullable;

/// An entry, and how its record is found again.
///
/// @param place where its line begins in an export; its offset in a topic
/// @param flags those of [Tables]
/// @param sealed the id of the key that opens its payload; null where that is not sealed
public record Spot(EntryRow row, long place, int flags, @Nullable String sealed) {
  public boolean holdsView() {
    return (flags & Tables.SAW) != 0;
  }

  /// Whether nobody could read its payload when it was indexed.
  public boolean isClosed() {
    return (flags & Tables.CLOSED) != 0;
  }
}
