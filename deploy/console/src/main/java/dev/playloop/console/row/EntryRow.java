package dev.playloop.console.row;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One entry of a journal in a list.
///
/// @param run whose; null where it belongs to none
/// @param turn under which turn of it; null where under none
/// @param tool what was called; of several the first
/// @param outcome how it came out, in one word
/// @param bytes how large its payload is
/// @param partition of the topic it lies in, at `offset`; both are -1 to who may not see all
///   agents, whom they would tell how much others do
/// @param sound whether number, chain and payload are what they must be
@RecordBuilder
public record EntryRow(
    String agent,
    long seq,
    Instant at,
    String kind,
    @Nullable String run,
    @Nullable Integer turn,
    @Nullable String tool,
    @Nullable String outcome,
    long bytes,
    int partition,
    long offset,
    boolean sound)
    implements EntryRowBuilder.With {
  /// As who has that reach is told of it.
  public EntryRow seenBy(Reach reach) {
    return reach.all() ? this : with().partition(-1).offset(-1).build();
  }
}
