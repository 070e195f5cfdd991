package dev.playloop.projector.journal;

import dev.playloop.projector.loop.AgentState;
import dev.playloop.schemas.event.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The payload of a snapshot entry: a state, and the messages of its open run by place.
public record Snapshot(AgentState state, List<@Nullable Message> transcript) {}
