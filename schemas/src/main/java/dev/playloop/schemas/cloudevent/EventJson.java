package dev.playloop.schemas.cloudevent;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.JsonFailure;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Reads the JSON of one message, in which events are whole (structured) or their data alone, and
/// counts what of it was no text. Throws [InvalidValueException]. Used by one thread.
public final class EventJson {
  private static final int SHOWN_NAME = 64;

  private final Edge edge;
  private int replaced;

  /// `edge` says where the message comes from.
  public EventJson(Edge edge) {
    this.edge = edge;
  }

  /// Characters and numbers that were replaced so far.
  public int replaced() {
    return replaced;
  }

  /// What is no JSON is called `json`; what is wrong within is called by its place.
  public JsonNode tree(byte[] json) {
    CheckedJson checked = CheckedJson.of(json, edge);
    replaced += checked.replaced();
    return checked.tree();
  }

  /// An event in the structured mode; the field of a failure is an attribute, or lies in `data`.
  public CloudEvent structured(JsonNode node) {
    if (!node.isObject()) {
      throw new InvalidValueException("body", "a JSON object", JsonFailure.shown(node));
    }
    Map<String, String> attributes = new HashMap<>();
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String name = field.getKey();
      if (!name.equals("data") && !name.equals("data_base64") && !field.getValue().isNull()) {
        attributes.put(name, attribute(name, field.getValue()));
      }
    }
    return CloudEvent.of(attributes, data(node));
  }

  private static String attribute(String name, JsonNode value) {
    boolean core =
        switch (name) {
          case "id",
              "source",
              "type",
              "specversion",
              "time",
              "subject",
              "datacontenttype",
              "dataschema" ->
              true;
          default -> false;
        };
    if (value.isString() || (!core && (value.isBoolean() || value.isIntegralNumber()))) {
      return value.asString();
    }
    throw new InvalidValueException(
        Text.brief(name, SHOWN_NAME),
        core ? "a text" : "a text, a whole number, true or false",
        JsonFailure.shown(value));
  }

  private JsonNode data(JsonNode event) {
    JsonNode data = event.get("data");
    JsonNode base64 = event.get("data_base64");
    if (data != null && base64 != null) {
      throw new InvalidValueException("data_base64", "either data or data_base64", "both");
    }
    if (base64 == null) {
      return data == null ? Json.NODES.nullNode() : data;
    }
    try {
      return tree(Base64.getDecoder().decode(base64.asString("")));
    } catch (InvalidValueException e) {
      throw new InvalidValueException(
          e.field().equals("json") ? "data_base64" : "data." + e.field(), e.expected(), e.got());
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException("data_base64", "JSON in Base64", JsonFailure.shown(base64));
    }
  }
}
