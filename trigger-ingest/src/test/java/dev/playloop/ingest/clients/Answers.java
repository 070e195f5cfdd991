package dev.playloop.ingest.clients;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// A fixture's answers as bytes of HTTP/1.1. Pure functions.
final class Answers {
  private Answers() {}

  static byte[] bytes(JsonNode told, byte[] request) {
    int status = told.path("status").asInt(202);
    byte[] body = body(told, status, request).getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append(" Told\r\n");
    head.append("Content-Type: ")
        .append(status == 202 ? "application/json" : "application/problem+json")
        .append("\r\n");
    for (Map.Entry<String, JsonNode> header : told.path("headers").properties()) {
      head.append(header.getKey()).append(": ").append(header.getValue().asString()).append("\r\n");
    }
    if (told.path("close").asBoolean(false)) {
      head.append("Connection: close\r\n");
    }
    if (status != 204) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    head.append("\r\n");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    if (status != 204) {
      all.writeBytes(body);
    }
    return all.toByteArray();
  }

  /// A text, or one that would be too long to write down: what stands before it, how often what,
  /// and what stands behind it.
  static String text(JsonNode told) {
    return told.isString()
        ? told.asString()
        : told.path("before").asString("")
            + told.path("unit").asString("x").repeat(told.path("length").asInt())
            + told.path("after").asString("");
  }

  private static String body(JsonNode told, int status, byte[] request) {
    JsonNode body = told.path("body");
    if (body.isString() || body.has("length")) {
      return text(body);
    }
    if (!body.isMissingNode()) {
      return Lines.write(body);
    }
    if (status != 202) {
      return "{\"status\":%d,\"title\":\"Told\",\"detail\":\"as told\",\"errors\":[]}"
          .formatted(status);
    }
    ArrayNode ids = Lines.JSON.createArrayNode();
    for (JsonNode event : Lines.read(new String(request, StandardCharsets.UTF_8))) {
      ids.addObject().put("id", "ce-" + event.path("id").asString());
    }
    return Lines.write(ids);
  }
}
