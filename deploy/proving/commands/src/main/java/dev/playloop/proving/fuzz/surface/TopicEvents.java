package dev.playloop.proving.fuzz.surface;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.proving.fuzz.input.Chance;
import dev.playloop.schemas.json.Json;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Records for outsiders' topics as CloudEvents, in both of Kafka's modes, whole and not.
enum TopicEvents {
  NONE,
  BINARY,
  STRUCTURED;

  private static final List<String> ATTRIBUTES =
      List.of("specversion", "id", "source", "type", "time", "partitionkey");

  static TopicEvents of(boolean outsiders, Chance chance) {
    return outsiders && chance.oneIn(4) ? (chance.oneIn(2) ? BINARY : STRUCTURED) : NONE;
  }

  /// The sample as this mode's value holds it: it has more fields than the data of an event, which
  /// are nobody's to mind.
  JsonNode value(JsonNode sample, long number) {
    if (this != STRUCTURED) {
      return sample;
    }
    ObjectNode envelope = Json.NODES.objectNode();
    ATTRIBUTES.forEach(name -> envelope.put(name, attribute(name, sample, number)));
    envelope.set("data", sample);
    return envelope;
  }

  void headers(Headers headers, JsonNode sample, long number, Chance chance) {
    switch (this) {
      case NONE -> {}
      case STRUCTURED ->
          headers.add(
              "content-type",
              chance
                  .of(
                      List.of(
                          "application/cloudevents+json",
                          "application/cloudevents+json",
                          "APPLICATION/CLOUDEVENTS+JSON; charset=utf-16",
                          "application/cloudevents-batch+json",
                          "application/cloudevents"))
                  .getBytes(UTF_8));
      case BINARY -> {
        for (String name : ATTRIBUTES) {
          byte[] value = attribute(name, sample, number).getBytes(UTF_8);
          switch (chance.below(40)) {
            case 0 -> {}
            case 1 -> headers.add("ce_" + name, null);
            case 2 -> headers.add("ce_" + name, chance.bytes(40));
            case 3 -> headers.add("ce_" + name, new byte[name.equals("id") ? 10_240 : 300]);
            case 4 -> headers.add("ce_" + name, value).add("ce_" + name, value);
            default -> headers.add("ce_" + name, value);
          }
        }
        if (chance.oneIn(2)) {
          headers.add(
              "content-type", chance.of(List.of("application/json", "", "a/b")).getBytes(UTF_8));
        }
      }
    }
  }

  private static String attribute(String name, JsonNode sample, long number) {
    return switch (name) {
      case "specversion" -> "1.0";
      case "id" -> "c-" + number;
      case "source" -> "/fuzz";
      case "type" ->
          sample.has("change") ? "dev.playloop.world-event" : sample.path("kind").asString("chat");
      case "time" -> "2026-01-31T12:00:00Z";
      default -> sample.path("agent").asString("s-1");
    };
  }
}
