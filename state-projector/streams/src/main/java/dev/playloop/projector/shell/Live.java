package dev.playloop.projector.shell;

import dev.playloop.journal.ChainHead;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.Transcript;
import dev.playloop.loop.AgentState;
import dev.playloop.loop.StateJson;
import org.jspecify.annotations.Nullable;

/// One agent in memory, as its stores hold it. `release` is null before the first journal entry;
/// `parts` are those of the state's JSON, its config as the store has it.
record Live(
    AgentState state,
    Transcript transcript,
    ChainHead head,
    @Nullable FoldRelease release,
    long wish,
    @Nullable String trace,
    StateJson.Parts parts,
    int bytes) {}
