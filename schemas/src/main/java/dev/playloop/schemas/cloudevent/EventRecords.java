package dev.playloop.schemas.cloudevent;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.Utf8;
import dev.playloop.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// CloudEvents on the topics that outsiders write, in the binary or the structured mode of Kafka's
/// binding. Each is turned into the record that the gateway would have written for it, before
/// anything else looks at it: so it has the same id whichever way it came, and the journal and
/// whoever reads it later know one form. Pure functions; they throw [InvalidValueException].
public final class EventRecords {
  private static final String PREFIX = "ce_";
  private static final String CONTENT_TYPE = "content-type";
  private static final String DATA_CONTENT_TYPE = "datacontenttype";
  private static final String CLOUD_EVENTS = "application/cloudevents";
  private static final String STRUCTURED = CLOUD_EVENTS + "+json";

  /// As much of a header is shown, and is enough to know CloudEvents' media types by.
  private static final int SHOWN = 64;

  private EventRecords() {}

  /// A record's value in the topic's own form; `replaced` characters of it were no text.
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
  public record Own(byte[] value, int replaced) {}

  /// The trigger that a record of `topic` holds as a CloudEvent; null where its headers say nothing
  /// of one, and its value is what it seems to be. Without a time it is of when it is read.
  public static @Nullable Own trigger(
      Topic<?, Trigger> topic, Headers headers, byte @Nullable [] value) {
    Message message = message(topic, headers, value);
    if (message == null) {
      return null;
    }
    CloudEvent event = message.event();
    if (event.type().equals(GameEvents.WORLD_EVENT)) {
      throw new InvalidValueException(
          "type",
          "the kind of a trigger, such as chat.message",
          "'" + event.type() + "', which belongs on the topic of world events");
    }
    return own(topic, GameEvents.trigger(event, null), message.replaced());
  }

  /// The same of a world event, which happened at `otherwise` where it names no time.
  public static @Nullable Own worldEvent(
      Topic<?, WorldEvent> topic, Headers headers, byte @Nullable [] value, Instant otherwise) {
    Message message = message(topic, headers, value);
    if (message == null) {
      return null;
    }
    CloudEvent event = message.event();
    if (!event.type().equals(GameEvents.WORLD_EVENT)) {
      throw new InvalidValueException(
          "type", "'" + GameEvents.WORLD_EVENT + "'", "'" + Text.brief(event.type(), SHOWN) + "'");
    }
    return own(topic, GameEvents.worldEvent(event, otherwise), message.replaced());
  }

  private record Message(CloudEvent event, int replaced) {}

  /// Null where no header says that it is one.
  private static @Nullable Message message(
      Topic<?, ?> topic, Headers headers, byte @Nullable [] value) {
    boolean binary = false;
    boolean structured = false;
    for (Header header : headers) {
      binary |= header.key().startsWith(PREFIX);
      structured |= header.key().equalsIgnoreCase(CONTENT_TYPE) && isCloudEvents(header);
    }
    if (!binary && !structured) {
      return null;
    }
    if (value != null && value.length > topic.maxRecordBytes()) {
      throw new InvalidValueException(
          "value", "at most " + topic.maxRecordBytes() + " bytes", value.length + " bytes");
    }
    EventJson json = new EventJson(Edge.TOPIC);
    CloudEvent event = structured ? structured(headers, value, json) : binary(headers, value, json);
    return new Message(event, json.replaced());
  }

  /// Told by its first bytes, so that nobody's headers are decoded for nothing.
  private static boolean isCloudEvents(Header contentType) {
    byte[] value = contentType.value();
    return value != null
        && new String(value, 0, Math.min(value.length, SHOWN), StandardCharsets.ISO_8859_1)
            .strip()
            .toLowerCase(Locale.ROOT)
            .startsWith(CLOUD_EVENTS);
  }

  /// Attributes in headers count for nothing here: the binding lets them stand beside.
  private static CloudEvent structured(Headers headers, byte @Nullable [] value, EventJson json) {
    Map<String, String> types = new HashMap<>();
    for (Header header : headers) {
      if (header.key().equalsIgnoreCase(CONTENT_TYPE)) {
        put(types, CONTENT_TYPE, header);
      }
    }
    String type = types.getOrDefault(CONTENT_TYPE, "");
    if (!type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(STRUCTURED)) {
      throw new InvalidValueException(
          CONTENT_TYPE,
          "'" + STRUCTURED + "', one event a record",
          "'" + Text.brief(type, SHOWN) + "'");
    }
    byte[] envelope = Require.present("value", value, "a CloudEvent in JSON");
    return json.structured(tree(json, envelope, ""));
  }

  private static CloudEvent binary(Headers headers, byte @Nullable [] value, EventJson json) {
    Map<String, String> attributes = new HashMap<>();
    Map<String, String> types = new HashMap<>();
    for (Header header : headers) {
      if (header.key().startsWith(PREFIX)) {
        put(attributes, header.key().substring(PREFIX.length()), header);
      } else if (header.key().equalsIgnoreCase(CONTENT_TYPE)) {
        put(types, CONTENT_TYPE, header);
      }
    }
    String type = types.get(CONTENT_TYPE);
    if (type != null) {
      // The SDK for JavaScript says it in both.
      String other = attributes.put(DATA_CONTENT_TYPE, type);
      if (other != null && !other.equals(type)) {
        throw new InvalidValueException(
            PREFIX + DATA_CONTENT_TYPE,
            "what " + CONTENT_TYPE + " says",
            "'" + Text.brief(other, SHOWN) + "'");
      }
    }
    JsonNode data =
        value == null || value.length == 0 ? Json.NODES.nullNode() : tree(json, value, "data.");
    try {
      return CloudEvent.of(attributes, data);
    } catch (InvalidValueException e) {
      throw new InvalidValueException(
          type != null && e.field().equals(DATA_CONTENT_TYPE) ? CONTENT_TYPE : PREFIX + e.field(),
          e.expected(),
          e.got());
    }
  }

  /// A header twice is refused: whoever checked the record may have seen the other one.
  private static void put(Map<String, String> texts, String name, Header header) {
    String field = Text.brief(header.key(), SHOWN);
    byte[] value = Require.present(field, header.value(), "a text");
    int malformed = Utf8.firstMalformed(value);
    if (malformed >= 0) {
      throw new InvalidValueException(
          field,
          "text in UTF-8",
          "the byte 0x%02X, which is none".formatted(value[malformed] & 0xFF));
    }
    if (texts.putIfAbsent(name, new String(value, StandardCharsets.UTF_8)) != null) {
      throw new InvalidValueException(field, "each attribute once", "it twice");
    }
  }

  private static JsonNode tree(EventJson json, byte[] value, String prefix) {
    try {
      return json.tree(value);
    } catch (InvalidValueException e) {
      throw new InvalidValueException(
          e.field().equals("json") ? "value" : prefix + e.field(), e.expected(), e.got());
    }
  }

  private static Own own(Topic<?, ?> topic, Object record, int replaced) {
    byte[] bytes = Json.bytes(record);
    if (bytes.length > topic.maxRecordBytes()) {
      throw new InvalidValueException(
          "data",
          "a record of at most " + topic.maxRecordBytes() + " bytes",
          bytes.length + " bytes");
    }
    return new Own(bytes, replaced);
  }
}
