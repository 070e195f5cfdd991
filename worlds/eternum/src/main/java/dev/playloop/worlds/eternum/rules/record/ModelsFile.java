package dev.playloop.worlds.eternum.rules.record;

import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The file that Cairo, these rules and the indexer follow alike.
record ModelsFile(String namespace, Map<String, List<String>> enums, List<Model> models) {
  record Model(String name, boolean event, List<RecordField> keys, List<RecordField> fields) {}

  private static final String FILE = "/dev/playloop/worlds/eternum/models.json";

  static final ModelsFile GAME = read();

  private static ModelsFile read() {
    try (InputStream in = ModelsFile.class.getResourceAsStream(FILE)) {
      return CheckedJson.of(Objects.requireNonNull(in).readAllBytes(), Edge.REQUEST)
          .as(ModelsFile.class);
    } catch (IOException e) {
      throw new UncheckedIOException("no models in the jar", e);
    }
  }

  Map<String, RecordKind> kinds() {
    Map<String, RecordKind> kinds = new HashMap<>();
    for (Model model : models) {
      kinds.put(model.name(), new RecordKind(namespace, model));
    }
    return Map.copyOf(kinds);
  }
}
