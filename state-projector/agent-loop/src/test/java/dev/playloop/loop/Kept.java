package dev.playloop.loop;

import dev.playloop.journal.Rendering.Rendered;
import dev.playloop.schemas.event.View;
import org.jspecify.annotations.Nullable;

/// What a simulation keeps of one step, to take it again.
record Kept(
    Journaled input, boolean poisoned, @Nullable View view, String stateHash, Rendered rendered) {}
