package dev.playloop.journal;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.WrittenMessage;
import dev.playloop.loop.talk.Talks;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The payload of a snapshot entry: a state, and the messages of its open run by index; null where
/// one is kept free for the answer of a call that is out. Those of a parked run stand apart. Of who
/// said what it names the index alone.
record Snapshot(
    AgentState state,
    @JsonSetter(contentNulls = Nulls.SET) List<@Nullable Message> transcript,
    @Default("[]") @JsonSetter(contentNulls = Nulls.SET) List<@Nullable Message> parked,
    @Default("{}") Talks talks) {
  private static final byte[] STATE = bytes("{\"state\":");
  private static final byte[] TRANSCRIPT = bytes(",\"transcript\":[");
  private static final byte[] EMPTY = bytes("null");
  private static final byte[] PARKED = bytes("],\"parked\":[");
  private static final byte[] TALKS = bytes("],\"talks\":");
  private static final byte[] END = bytes("}");
  private static final byte[] LAST = bytes("]}");

  /// Those messages by place.
  Transcripts transcripts() {
    List<@Nullable Message> waiting = parked == null ? List.of() : parked;
    return Transcripts.of(state, Transcript.ofMessages(transcript), Transcript.ofMessages(waiting));
  }

  /// The index of who said what.
  Talks index() {
    return talks == null ? Talks.NONE : talks;
  }

  /// The JSON of a snapshot of `live`, whose state is serialised already.
  static byte[] json(byte[] state, Live live) {
    ByteArrayOutputStream json =
        new ByteArrayOutputStream(state.length + live.transcripts().bytes() + 1_024);
    json.writeBytes(STATE);
    json.writeBytes(state);
    json.writeBytes(TRANSCRIPT);
    write(live.transcript(), json);
    if (live.state().parked() != null) {
      json.writeBytes(PARKED);
      write(live.transcripts().of(live.state().parked()), json);
    }
    if (live.talks().talks().marks().isEmpty()) {
      json.writeBytes(LAST);
    } else {
      json.writeBytes(TALKS);
      json.writeBytes(Json.bytes(live.talks().talks()));
      json.writeBytes(END);
    }
    return json.toByteArray();
  }

  private static void write(Transcript transcript, ByteArrayOutputStream json) {
    int place = 0;
    for (WrittenMessage message : transcript.written()) {
      if (place++ > 0) {
        json.write(',');
      }
      json.writeBytes(message == null ? EMPTY : message.json());
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
