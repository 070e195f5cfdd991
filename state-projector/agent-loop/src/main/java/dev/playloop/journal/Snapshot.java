package dev.playloop.journal;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.WrittenMessage;
import dev.playloop.schemas.event.Message;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The payload of a snapshot entry: a state, and the messages of its open run by place; null where
/// one is kept free for the answer of a call that is out.
record Snapshot(
    AgentState state, @JsonSetter(contentNulls = Nulls.SET) List<@Nullable Message> transcript) {
  private static final byte[] STATE = bytes("{\"state\":");
  private static final byte[] TRANSCRIPT = bytes(",\"transcript\":[");
  private static final byte[] EMPTY = bytes("null");
  private static final byte[] END = bytes("]}");

  /// The JSON of a snapshot whose state is serialised already.
  static byte[] json(byte[] state, Transcript transcript) {
    ByteArrayOutputStream json =
        new ByteArrayOutputStream(state.length + transcript.bytes() + 1_024);
    json.writeBytes(STATE);
    json.writeBytes(state);
    json.writeBytes(TRANSCRIPT);
    int place = 0;
    for (WrittenMessage message : transcript.written()) {
      if (place++ > 0) {
        json.write(',');
      }
      json.writeBytes(message == null ? EMPTY : message.json());
    }
    json.writeBytes(END);
    return json.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
