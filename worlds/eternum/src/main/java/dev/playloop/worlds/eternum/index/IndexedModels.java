package dev.playloop.worlds.eternum.index;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.eternum.index.IndexedModel.Column;
import dev.playloop.worlds.eternum.index.IndexedModel.Pivot;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The models that are indexed, as `models.json` has them. Immutable.
final class IndexedModels {
  private static final String RESOURCE = "/dev/playloop/worlds/eternum/models.json";

  private final Map<Felt, IndexedModel> bySelector;
  private final String fingerprint;

  private IndexedModels(Map<Felt, IndexedModel> bySelector, String fingerprint) {
    this.bySelector = bySelector;
    this.fingerprint = fingerprint;
  }

  /// Those of this release.
  static IndexedModels standard() {
    try (InputStream in = IndexedModels.class.getResourceAsStream(RESOURCE)) {
      return of(Objects.requireNonNull(in, RESOURCE).readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Throws [IllegalArgumentException] where a type is unknown.
  static IndexedModels of(byte[] json) {
    JsonNode root = CheckedJson.of(json, Edge.REQUEST).tree();
    String namespace = root.path("namespace").stringValue();
    Map<String, WordType> types = types(root.path("enums"));
    Map<Felt, IndexedModel> models = new LinkedHashMap<>();
    for (JsonNode model : root.path("models")) {
      String table = namespace + "-" + model.path("name").stringValue();
      models.put(
          Selector.of(table),
          new IndexedModel(
              table,
              model.path("event").booleanValue(),
              columns(model.path("keys"), types),
              columns(model.path("fields"), types),
              pivot(model)));
    }
    return new IndexedModels(models, Sha256.hex(new String(json, StandardCharsets.UTF_8)));
  }

  private static Map<String, WordType> types(JsonNode variants) {
    Map<String, WordType> types = new LinkedHashMap<>();
    types.put("bool", new WordType.Small(1));
    types.put("u8", new WordType.Small(8));
    types.put("u16", new WordType.Small(16));
    types.put("u32", new WordType.Small(32));
    types.put("u64", new WordType.Hex(64, 16));
    types.put("u128", new WordType.Hex(128, 32));
    types.put("felt252", new WordType.Hex(252, 64));
    types.put("ContractAddress", new WordType.Hex(252, 64));
    types.put("ShortString", new WordType.ShortText());
    types.put("ResourceList", new WordType.Resources());
    variants.forEachEntry((name, each) -> types.put(name, new WordType.Variant(texts(each))));
    return types;
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::stringValue).toList();
  }

  private static List<Column> columns(JsonNode columns, Map<String, WordType> types) {
    List<Column> all = new ArrayList<>();
    for (JsonNode column : columns) {
      String type = column.path("type").stringValue();
      WordType known = types.get(type);
      if (known == null) {
        throw new IllegalArgumentException("models.json has a type that is not known: " + type);
      }
      all.add(new Column(column.path("name").stringValue(), known));
    }
    return all;
  }

  private static @Nullable Pivot pivot(JsonNode model) {
    return model.has("pivot") ? new Pivot(texts(model.path("pivotNames"))) : null;
  }

  Collection<IndexedModel> all() {
    return bySelector.values();
  }

  @Nullable IndexedModel bySelector(Felt selector) {
    return bySelector.get(selector);
  }

  /// Changes with whatever changes a table.
  String fingerprint() {
    return fingerprint;
  }
}
