package dev.playloop.schemas.argument;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What another's implementation of JSON Schema says of some arguments, once the nulls are gone
/// that stand for fields that are left out: these alone are a rule of ours.
final class SchemaOracle {
  private final ObjectNode root;
  private final Schema schema;

  SchemaOracle(ObjectNode root) {
    this.root = root;
    SchemaRegistry registry = SchemaRegistry.withDialect(Dialects.getDraft202012());
    this.schema = registry.getSchema(root.toString(), InputFormat.JSON);
  }

  boolean takes(ObjectNode arguments) {
    ObjectNode present = arguments.deepCopy();
    leaveOut(present, root);
    return schema.validate(present).isEmpty();
  }

  private void leaveOut(JsonNode value, JsonNode by) {
    JsonNode part = resolved(by);
    switch (value) {
      case ObjectNode object -> {
        for (String name : List.copyOf(object.propertyNames())) {
          JsonNode field = part.path("properties").path(name);
          if (field.isMissingNode()) {
            leaveOut(object.get(name), part.path("additionalProperties"));
          } else if (object.get(name).isNull() && !takesNull(field)) {
            object.remove(name);
          } else {
            leaveOut(object.get(name), field);
          }
        }
      }
      case ArrayNode array -> array.forEach(each -> leaveOut(each, part.path("items")));
      default -> {}
    }
  }

  private boolean takesNull(JsonNode by) {
    JsonNode part = resolved(by);
    JsonNode type = part.path("type");
    boolean typed =
        type.isMissingNode()
            || type.asString("").equals("null")
            || type.valueStream().anyMatch(each -> each.asString("").equals("null"));
    boolean among = !part.has("enum") || part.get("enum").valueStream().anyMatch(JsonNode::isNull);
    return typed && among && (!part.has("const") || part.get("const").isNull());
  }

  private JsonNode resolved(JsonNode part) {
    JsonNode at = part;
    while (at.path("$ref").isString()) {
      at = root.at(at.get("$ref").stringValue().substring(1));
    }
    return at;
  }
}
