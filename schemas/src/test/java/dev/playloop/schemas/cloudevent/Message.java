package dev.playloop.schemas.cloudevent;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/// A record of Kafka as a client writes it; its verbs give changed copies.
@SuppressWarnings("ArrayRecordComponent") // never compared
record Message(RecordHeaders headers, byte @Nullable [] value) {
  static final String DATA = "{\"agent\":\"test/ada\",\"text\":\"Hi\"}";
  static final String WORLD_DATA =
      "{\"world\":\"test\",\"scene\":\"map\",\"version\":3,"
          + "\"change\":{\"type\":\"removed\",\"entity\":\"bob\"}}";

  /// A trigger in the binary mode.
  static Message binary() {
    return new Message(new RecordHeaders(), DATA.getBytes(UTF_8))
        .with("ce_specversion", "1.0")
        .with("ce_id", "m-1")
        .with("ce_source", "/game")
        .with("ce_type", "chat.message")
        .with("ce_time", "2026-01-31T13:00:00+01:00")
        .with("content-type", "application/json");
  }

  /// The same in the structured mode.
  static Message structured() {
    String event =
        """
        {"specversion":"1.0","id":"m-1","source":"/game","type":"chat.message",\
        "time":"2026-01-31T13:00:00+01:00","data":%s}\
        """
            .formatted(DATA);
    return new Message(new RecordHeaders(), event.getBytes(UTF_8))
        .with("content-type", "application/cloudevents+json; charset=UTF-8");
  }

  Message with(String name, String value) {
    return with(name, value.getBytes(UTF_8));
  }

  Message with(String name, byte @Nullable [] value) {
    RecordHeaders more = new RecordHeaders(headers);
    more.add(name, value);
    return new Message(more, value());
  }

  Message without(String name) {
    RecordHeaders fewer = new RecordHeaders(headers);
    fewer.remove(name);
    return new Message(fewer, value);
  }

  /// With this value of the header instead.
  Message but(String name, String value) {
    return without(name).with(name, value);
  }

  Message holding(@Nullable String text) {
    return new Message(headers, text == null ? null : text.getBytes(UTF_8));
  }

  /// With `now` in place of `then` in its value.
  Message saying(String then, String now) {
    return holding(new String(value == null ? new byte[0] : value, UTF_8).replace(then, now));
  }
}
