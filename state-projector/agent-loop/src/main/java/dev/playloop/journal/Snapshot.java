package dev.playloop.journal;

import dev.playloop.loop.AgentState;
import dev.playloop.loop.WrittenMessage;
import dev.playloop.schemas.event.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The payload of a snapshot entry: a state, and the messages of its open run by place.
record Snapshot(AgentState state, List<@Nullable Message> transcript) {
  /// The JSON of a snapshot whose state is serialised already.
  static String json(byte[] state, Transcript transcript) {
    StringBuilder json = new StringBuilder(state.length + 64);
    json.append("{\"state\":").append(new String(state, StandardCharsets.UTF_8));
    json.append(",\"transcript\":[");
    String separator = "";
    for (WrittenMessage message : transcript.written()) {
      json.append(separator);
      json.append(message == null ? "null" : new String(message.json(), StandardCharsets.UTF_8));
      separator = ",";
    }
    return json.append("]}").toString();
  }
}
