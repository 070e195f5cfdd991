package dev.playloop.schemas.approval;

import dev.playloop.schemas.json.Json;
import tools.jackson.databind.JsonNode;

/// What arguments must be. Immutable, total.
public final class Conditions {
  public static final Conditions ALWAYS = new Conditions(Json.NODES.objectNode());

  private final JsonNode when;

  private Conditions(JsonNode when) {
    this.when = when;
  }

  public static Conditions compile(JsonNode when) {
    return new Conditions(when);
  }

  public boolean holds(JsonNode args) {
    return when.properties().stream()
        .allMatch(one -> one.getValue().equals(args.get(one.getKey())));
  }

  public JsonNode matched(JsonNode args) {
    return when.isEmpty() ? Json.NODES.objectNode() : args;
  }
}
