package dev.playloop.worlds.eternum.rows;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// `models.json` as rows name things by it.
final class RowModels {
  private static final Path FILE =
      Path.of("src/main/resources/dev/playloop/worlds/eternum/models.json");

  private final Map<String, Model> models = new HashMap<>();
  private final Map<String, List<String>> enums = new HashMap<>();

  record Model(String name, List<String> keys, List<String> fields) {
    Felt selector() {
      return Selector.of("s2-" + name);
    }

    int field(String field) {
      int place = fields.indexOf(field);
      if (place < 0) {
        throw new IllegalArgumentException(name + " has no field " + field);
      }
      return place;
    }
  }

  RowModels() throws IOException {
    JsonNode tree = Json.tree(Files.readString(FILE));
    for (Map.Entry<String, JsonNode> one : tree.path("enums").properties()) {
      enums.put(one.getKey(), texts(one.getValue()));
    }
    for (JsonNode model : tree.path("models")) {
      String name = model.path("name").stringValue();
      models.put(name, new Model(name, names(model.path("keys")), names(model.path("fields"))));
      if (model.has("pivotNames")) {
        enums.put("Resource", texts(model.path("pivotNames")));
      }
    }
  }

  private static List<String> names(JsonNode columns) {
    List<String> names = new ArrayList<>();
    columns.forEach(column -> names.add(column.path("name").stringValue()));
    return names;
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.stringValue()));
    return texts;
  }

  Model model(String name) {
    Model model = models.get(name);
    if (model == null) {
      throw new IllegalArgumentException("no model " + name);
    }
    return model;
  }

  /// Its name where the selector is that of a model.
  String named(Felt selector) {
    return models.values().stream()
        .filter(model -> model.selector().equals(selector))
        .map(Model::name)
        .findFirst()
        .orElse(selector.hex());
  }

  /// The place of a variant, written `Enum.Variant`.
  long variant(String word) {
    int dot = word.indexOf('.');
    List<String> variants = enums.get(word.substring(0, dot));
    int place = variants == null ? -1 : variants.indexOf(word.substring(dot + 1));
    if (place < 0) {
      throw new IllegalArgumentException("no variant " + word);
    }
    return place;
  }
}
