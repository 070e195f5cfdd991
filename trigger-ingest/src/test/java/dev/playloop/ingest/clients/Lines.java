package dev.playloop.ingest.clients;

import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// JSON of fixtures and drivers: a line each, of ASCII only, so that half a character gets through
/// as it is.
public final class Lines {
  static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private Lines() {}

  public static JsonNode read(String text) {
    return JSON.readTree(text);
  }

  static String write(JsonNode node) {
    return JSON.writeValueAsString(node);
  }

  public static ObjectNode order(String name) {
    return JSON.createObjectNode().put("do", name);
  }
}
