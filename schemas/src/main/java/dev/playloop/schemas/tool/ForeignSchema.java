package dev.playloop.schemas.tool;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Compiles a JSON Schema from outside, or says why it is none that can be held to: one that the
/// dialect's own schema refuses, that has a name of its own or refers beyond itself, or that grows
/// past its bounds where its references are followed, as one that contains itself does. So no
/// arguments, however formed, keep a check from its end. Used by one thread, once a schema.
final class ForeignSchema {
  /// What a check may look at, at most, for each of the arguments' values.
  static final int MAX_NODES = 10_000;

  private static final int MAX_DEPTH = 200;

  private static final String DIALECT = Dialects.getDraft202012().getId();

  /// Names that others refer to, or that change what a reference means.
  private static final Set<String> NAMES =
      Set.of(
          "$id",
          "$anchor",
          "$dynamicRef",
          "$dynamicAnchor",
          "$recursiveRef",
          "$recursiveAnchor",
          "$vocabulary");

  private final String tool;
  private final JsonNode root;
  private int nodes;

  private ForeignSchema(String tool, JsonNode root) {
    this.tool = tool;
    this.root = root;
  }

  /// Throws [InvalidValueException] that names the tool and what is wrong with its parameters.
  static Schema compiled(String tool, ObjectNode json) {
    // Of its own: in a shared one, schemas of one name are taken for each other.
    SchemaRegistry registry = SchemaRegistry.withDialect(Dialects.getDraft202012());
    ForeignSchema foreign = new ForeignSchema(tool, json);
    foreign.requireDialect();
    foreign.follow(json, 0);
    List<Error> errors = registry.getSchema(SchemaLocation.of(DIALECT)).validate(json);
    if (!errors.isEmpty()) {
      throw foreign.refused("a JSON Schema", Text.brief(errors.getFirst().toString(), 200));
    }
    try {
      Schema schema = registry.getSchema(json.toString(), InputFormat.JSON);
      schema.initializeValidators();
      return schema;
    } catch (RuntimeException e) {
      // What the dialect allows and the library can't compile: it throws as it likes.
      throw foreign.refused(
          "a JSON Schema that can be compiled", Text.brief(String.valueOf(e), 200));
    }
  }

  private void requireDialect() {
    JsonNode dialect = root.path("$schema");
    if (!dialect.isMissingNode()
        && !(dialect.isString() && dialect.stringValue().equals(DIALECT))) {
      throw refused("no $schema, or " + DIALECT, Text.brief(dialect.toString(), 60));
    }
  }

  /// Looks at each node as often as a check would.
  private void follow(JsonNode node, int depth) {
    if (++nodes > MAX_NODES || depth > MAX_DEPTH) {
      throw refused(
          "at most " + MAX_NODES + " nodes, " + MAX_DEPTH + " deep, with its references followed",
          "more, as in a schema that contains itself");
    }
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String key = field.getKey();
      JsonNode value = field.getValue();
      if (NAMES.contains(key) && !value.isContainer()) {
        throw refused("none of " + NAMES, key);
      }
      if (key.equals("$ref") && value.isString()) {
        follow(target(value.stringValue()), depth + 1);
      }
      if (key.equals("pattern") && value.isString()) {
        requirePortable(value.stringValue(), node.path("maxLength"));
      }
      if (key.equals("patternProperties")) {
        throw refused("parameters by their names", key);
      }
      follow(value, depth + 1);
    }
    for (JsonNode element : node.isArray() ? node : Json.NODES.arrayNode()) {
      follow(element, depth + 1);
    }
  }

  private JsonNode target(String reference) {
    boolean own = reference.equals("#") || reference.startsWith("#/");
    JsonNode target = own ? root.at(reference.substring(1)) : Json.NODES.missingNode();
    if (target.isMissingNode()) {
      throw refused("a $ref to a part of this schema", Text.brief(reference, 60));
    }
    return target;
  }

  private void requirePortable(String pattern, JsonNode longest) {
    try {
      Constraints.requirePortable(tool, "a pattern", pattern, longest.asLong(Long.MAX_VALUE));
    } catch (IllegalArgumentException e) {
      throw refused("patterns that can be held to", String.valueOf(e.getMessage()));
    }
  }

  private InvalidValueException refused(String expected, String got) {
    return new InvalidValueException(tool + ".parameters", expected, got);
  }
}
