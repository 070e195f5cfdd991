package dev.playloop.worlds.eternum.index;

import java.util.Map;

/// What an indexer has done since it began.
///
/// @param applied events that put or removed a record
/// @param skipped events of which no record could be made
/// @param reasons why, and how often
record IndexCounts(long applied, long skipped, Map<String, Long> reasons) {
  IndexCounts {
    reasons = Map.copyOf(reasons);
  }
}
