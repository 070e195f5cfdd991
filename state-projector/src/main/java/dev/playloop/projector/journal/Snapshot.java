package dev.playloop.projector.journal;

import dev.playloop.projector.loop.AgentState;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectWriter;

/// The payload of a snapshot entry: a state, and the messages of its open run by place.
public record Snapshot(AgentState state, List<@Nullable Message> transcript) {
  /// The JSON of a snapshot whose state is serialised already.
  public static String json(byte[] state, List<@Nullable Message> transcript) {
    return "{\"state\":"
        + new String(state, StandardCharsets.UTF_8)
        + ",\"transcript\":"
        + (transcript.isEmpty() ? "[]" : MESSAGES.writeValueAsString(transcript))
        + "}";
  }

  /// Names the element type: a bare list would lose the messages' roles.
  private static final ObjectWriter MESSAGES =
      Json.LOG.writerFor(new TypeReference<List<Message>>() {});
}
