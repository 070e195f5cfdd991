package dev.playloop.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The schemas of the AsyncAPI document: each type under its own name, which is its title, too. So
/// the document needs no other file, and a generator has a name for each type. One object writes
/// one document's.
final class AsyncSchemas {
  private static final String OURS = "#/$defs/";
  private static final String THEIRS = "#/components/schemas/";

  private final Map<String, ObjectNode> all = new TreeMap<>();

  /// Takes a record's schema in, with those that it is made of; returns the reference to it.
  String add(Class<?> type) {
    ObjectNode document = SchemaFiles.ofRecord(type);
    for (Map.Entry<String, JsonNode> each : document.path("$defs").properties()) {
      String name = name(each.getKey());
      ObjectNode schema = titled(name, (ObjectNode) each.getValue());
      ObjectNode known = all.putIfAbsent(name, schema);
      assertThat(known == null || known.equals(schema)).as("two types called %s", name).isTrue();
    }
    return document.path("$ref").asString().replace(OURS, THEIRS).replace(".", "");
  }

  ObjectNode components() {
    ObjectNode components = Json.NODES.objectNode();
    all.forEach(components::set);
    return components;
  }

  /// A variant of a closed type has no name in our files, and is called after its tag here.
  private static ObjectNode titled(String name, ObjectNode schema) {
    ObjectNode titled = Json.NODES.objectNode().put("title", name);
    titled.setAll(schema.deepCopy());
    for (JsonNode variant : titled.path("oneOf").values()) {
      JsonNode tag = variant.path("properties").values().stream().findFirst().orElse(variant);
      if (variant instanceof ObjectNode object && tag.has("const")) {
        object.put("title", name + capitals(tag.path("const").asString()));
      }
    }
    lead(titled);
    return titled;
  }

  private static void lead(JsonNode node) {
    if (node instanceof ObjectNode object && object.has("$ref")) {
      String ours = object.path("$ref").asString();
      object.put("$ref", THEIRS + name(ours.substring(OURS.length())));
    }
    node.values().forEach(AsyncSchemas::lead);
  }

  private static String name(String ours) {
    return ours.replace(".", "");
  }

  private static String capitals(String tag) {
    StringBuilder name = new StringBuilder();
    for (String word : tag.split("[^a-zA-Z0-9]", -1)) {
      name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word, 1, word.length());
    }
    return name.toString();
  }
}
