package dev.playloop.projector.journal;

import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One step of the loop, ready to be chained. `input` and `view` are JSON texts, so that what was
/// serialised once is not serialised again. Hashes are lower-case hex.
public record Entry(
    AgentId agent,
    Instant at,
    String kind,
    String inputId,
    String input,
    @Nullable String view,
    List<LoopEvent> events,
    String commandsHash,
    String stateHash) {
  /// The kind of an entry that holds a state instead of an input.
  public static final String SNAPSHOT = "snapshot";
}
