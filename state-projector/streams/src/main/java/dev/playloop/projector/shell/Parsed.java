package dev.playloop.projector.shell;

import dev.playloop.journal.Given;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.topic.Topic;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// A record's value, and the very bytes that it was parsed from.
@SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
record Parsed<T>(T value, byte[] json) {
  /// Throws [InvalidValueException]. `replaced` is told how many characters were no text.
  static <T> Parsed<T> of(
      Topic<AgentId, T> topic,
      byte @Nullable [] value,
      Class<T> type,
      Edge edge,
      IntConsumer replaced) {
    if (value == null) {
      throw new InvalidValueException("value", "a record of " + topic.name(), "nothing");
    }
    if (value.length > topic.maxRecordBytes()) {
      throw new InvalidValueException(
          "value", "at most " + topic.maxRecordBytes() + " bytes", value.length + " bytes");
    }
    CheckedJson checked = CheckedJson.of(value, edge);
    T parsed = checked.as(type);
    replaced.accept(checked.replaced());
    return new Parsed<>(
        Require.present("value", parsed, "a record of " + topic.name()), checked.bytes());
  }

  Given as(Input input) {
    return new Given(input, json);
  }
}
