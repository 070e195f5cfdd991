package dev.playloop.projector.shell;

import dev.playloop.projector.journal.ChainHead;
import dev.playloop.projector.journal.Release;
import dev.playloop.projector.journal.Transcript;
import dev.playloop.projector.loop.AgentState;
import dev.playloop.schemas.event.AgentConfig;
import org.jspecify.annotations.Nullable;

/// One agent in memory, as its stores hold it. `release` is null before the first journal entry.
record Live(
    AgentState state,
    Transcript transcript,
    ChainHead head,
    @Nullable Release release,
    long wish,
    @Nullable String trace,
    @Nullable ConfigJson config,
    int bytes) {
  /// The agent's config as its store holds it; `of` tells by identity whether it is still that.
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
  record ConfigJson(AgentConfig of, byte[] json) {}
}
