package dev.playloop.proving.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The file of compose with its aliases in place: what `x-role` holds is called `role`, which the
/// library below knows by name only. Immutable.
///
/// @param services as an engine gets them
record ComposeFile(String text, Map<String, JsonNode> services, JsonNode root) {
  static ComposeFile read(Path file) throws IOException, JacksonException {
    String text = Files.readString(file);
    JsonNode root = new YAMLMapper().readTree(text);
    Map<String, JsonNode> services = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> service : root.path("services").properties()) {
      services.put(service.getKey(), expanded(root, service.getValue()));
    }
    return new ComposeFile(text, services, root);
  }

  private static JsonNode expanded(JsonNode root, JsonNode node) {
    if (node.isString() && root.has("x-" + node.asString())) {
      return expanded(root, root.path("x-" + node.asString()));
    }
    if (node.isArray()) {
      ArrayNode all = JsonNodeFactory.instance.arrayNode();
      node.forEach(each -> all.add(expanded(root, each)));
      return all;
    }
    if (!node.isObject()) {
      return node;
    }
    ObjectNode whole = JsonNodeFactory.instance.objectNode();
    JsonNode merged = expanded(root, node.path("<<"));
    for (JsonNode each : merged.isArray() ? merged : List.of(merged)) {
      each.properties().forEach(entry -> whole.set(entry.getKey(), entry.getValue()));
    }
    node.properties().stream()
        .filter(entry -> !entry.getKey().equals("<<"))
        .forEach(entry -> whole.set(entry.getKey(), expanded(root, entry.getValue())));
    return whole;
  }

  JsonNode service(String name) {
    return Objects.requireNonNull(services.get(name), name);
  }

  /// Those that run our image.
  List<String> roles() {
    List<String> roles = new ArrayList<>();
    services.forEach((name, service) -> {
      if (service.path("image").asString("").startsWith("${ROLE_IMAGE")) {
        roles.add(name);
      }
    });
    return roles;
  }

  static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.asString("")));
    return texts;
  }
}
