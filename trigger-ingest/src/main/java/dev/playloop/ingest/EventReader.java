package dev.playloop.ingest;

import dev.playloop.http.Problem;
import dev.playloop.http.Problem.FieldError;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.cloudevent.CloudEvent;
import dev.playloop.schemas.cloudevent.EventJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.JsonFailure;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads a request as CloudEvents, in the structured, batched or binary mode of the HTTP binding.
/// Pure functions; every failure is a [Problem.Refused].
final class EventReader {
  private static final String STRUCTURED = "application/cloudevents+json";
  private static final String BATCH = "application/cloudevents-batch+json";
  private static final String HEADER_PREFIX = "ce-";

  private final EventJson json = new EventJson(Edge.REQUEST);

  private EventReader() {}

  /// The events of one request; `batch` says whether it was a list, whose answer is one too;
  /// `replaced` how much of it was no text, and stands as U+FFFD.
  record Request(List<CloudEvent> events, boolean batch, int replaced) {}

  /// `headers` have names in lower case.
  static Request read(Map<String, String> headers, byte[] body, int maxBatch) {
    EventReader reader = new EventReader();
    String contentType = headers.getOrDefault("content-type", "");
    String mediaType = contentType.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
    List<CloudEvent> events =
        switch (mediaType) {
          case STRUCTURED -> List.of(reader.single(reader.json(body, "")));
          case BATCH -> reader.batch(reader.json(body, ""), maxBatch);
          default -> {
            if (!CloudEvent.isJson(contentType)) {
              throw EventProblem.mediaType(contentType.isEmpty() ? "nothing" : contentType)
                  .refused();
            }
            yield List.of(reader.binary(headers, contentType, body));
          }
        };
    return new Request(events, mediaType.equals(BATCH), reader.json.replaced());
  }

  private CloudEvent single(JsonNode node) {
    try {
      return json.structured(node);
    } catch (InvalidValueException e) {
      throw EventProblem.invalid(List.of(error("", e))).refused();
    }
  }

  /// All of the batch's errors at once, one for each wrong event.
  private List<CloudEvent> batch(JsonNode node, int maxBatch) {
    if (!node.isArray() || node.isEmpty()) {
      throw invalid("body", "a JSON array of events", JsonFailure.shown(node));
    }
    if (node.size() > maxBatch) {
      throw invalid("body", "at most " + maxBatch + " events", node.size() + " events");
    }
    List<CloudEvent> events = new ArrayList<>();
    List<FieldError> errors = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      try {
        events.add(json.structured(node.get(i)));
      } catch (InvalidValueException e) {
        errors.add(error("[" + i + "].", e));
      }
    }
    if (!errors.isEmpty()) {
      throw EventProblem.invalid(errors).refused();
    }
    return events;
  }

  private CloudEvent binary(Map<String, String> headers, String contentType, byte[] body) {
    Map<String, String> attributes = new HashMap<>();
    headers.forEach((name, value) -> {
      if (name.startsWith(HEADER_PREFIX)) {
        attributes.put(name.substring(HEADER_PREFIX.length()), percentDecoded(value));
      }
    });
    attributes.put("datacontenttype", contentType);
    JsonNode data = body.length == 0 ? Json.NODES.nullNode() : json(body, "data.");
    try {
      return CloudEvent.of(attributes, data);
    } catch (InvalidValueException e) {
      throw EventProblem.invalid(List.of(error(HEADER_PREFIX, e))).refused();
    }
  }

  private JsonNode json(byte[] body, String prefix) {
    if (body.length == 0) {
      throw invalid("body", "a JSON document", "an empty body");
    }
    try {
      return json.tree(body);
    } catch (InvalidValueException e) {
      throw invalid(e.field().equals("json") ? "body" : prefix + e.field(), e.expected(), e.got());
    }
  }

  /// Header values carry UTF-8 as `%XX` (CloudEvents HTTP binding 3.1.3.2).
  private static String percentDecoded(String value) {
    if (value.indexOf('%') < 0) {
      return value;
    }
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(value.length());
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
      if (bytes[i] == '%' && high >= 0 && low >= 0) {
        decoded.write(high * 16 + low);
        i += 2;
      } else {
        decoded.write(bytes[i]);
      }
    }
    return decoded.toString(StandardCharsets.UTF_8);
  }

  static FieldError error(String prefix, InvalidValueException e) {
    return new FieldError(prefix + e.field(), e.expected(), e.got());
  }

  private static Problem.Refused invalid(String field, String expected, @Nullable String got) {
    return EventProblem.invalid(List.of(new FieldError(field, expected, String.valueOf(got))))
        .refused();
  }
}
