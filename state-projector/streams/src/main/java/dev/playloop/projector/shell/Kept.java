package dev.playloop.projector.shell;

import dev.playloop.journal.ChainHead;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.Live;
import dev.playloop.schemas.id.AgentId;
import org.jspecify.annotations.Nullable;

/// An agent and where its journal goes on, as the store keeps them. Immutable.
///
/// @param release what wrote the last journal entry; null before the first
/// @param trace the trace context of the open run
record Kept(Live live, ChainHead head, @Nullable FoldRelease release, @Nullable String trace) {
  /// Nothing is known of it.
  static Kept empty(AgentId agent) {
    return new Kept(Live.empty(agent), ChainHead.START, null, null);
  }
}
