package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.eternum.index.IndexedModel.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A record of the game as a test writes it: fields by their names, all others nothing. Keys are
/// given in their order, the game's number first.
public final class TestRecord {
  private static final Map<String, IndexedModel> MODELS = new HashMap<>();

  static {
    IndexedModels.standard()
        .all()
        .forEach(model -> MODELS.put(model.table().substring("s2-".length()), model));
  }

  private final String name;
  private final List<Felt> keys;
  private final Map<String, List<Felt>> fields = new HashMap<>();

  private TestRecord(String name, List<Felt> keys) {
    this.name = name;
    this.keys = keys;
  }

  public static TestRecord of(String model, long... keys) {
    return new TestRecord(model, GameEvents.words(keys));
  }

  public static TestRecord of(String model, List<Felt> keys) {
    return new TestRecord(model, keys);
  }

  public TestRecord with(String field, long number) {
    return with(field, Felt.of(number));
  }

  public TestRecord with(String field, Felt word) {
    fields.put(field, List.of(word));
    return this;
  }

  public TestRecord withText(String field, String text) {
    return with(field, Felt.shortString(text));
  }

  /// Pairs of type and amount.
  public TestRecord withList(String field, long... pairs) {
    List<Felt> words = new ArrayList<>();
    words.add(Felt.of(pairs.length / 2));
    words.addAll(GameEvents.words(pairs));
    fields.put(field, words);
    return this;
  }

  public ChainEvent set() {
    IndexedModel model = Objects.requireNonNull(MODELS.get(name), name);
    Map<String, List<Felt>> rest = new HashMap<>(fields);
    List<Felt> values = new ArrayList<>();
    for (Column column : model.fields()) {
      List<Felt> given = rest.remove(column.name());
      values.addAll(given == null ? List.of(Felt.ZERO) : given);
    }
    if (!rest.isEmpty()) {
      throw new IllegalArgumentException(name + " has no " + rest.keySet());
    }
    return model.event()
        ? GameEvents.emitted(name, keys, values)
        : GameEvents.set(name, keys, values);
  }

  public ChainEvent gone() {
    return GameEvents.deleted(name, keys);
  }
}
