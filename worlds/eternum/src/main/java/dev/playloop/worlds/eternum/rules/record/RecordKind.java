package dev.playloop.worlds.eternum.rules.record;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A model of the game: what identifies a record of it and what the record holds, in the order of
/// its words. Immutable.
public final class RecordKind {
  private final String name;
  private final Felt selector;
  private final boolean event;
  private final List<RecordField> keys;
  private final List<RecordField> fields;
  private final Map<String, Integer> places = new HashMap<>();

  RecordKind(String namespace, ModelsFile.Model model) {
    name = model.name();
    selector = Selector.of(namespace + "-" + model.name());
    event = model.event();
    keys = model.keys();
    fields = model.fields();
    for (int i = 0; i < keys.size(); i++) {
      places.put(keys.get(i).name(), i);
    }
    for (int i = 0; i < fields.size(); i++) {
      places.put(fields.get(i).name(), keys.size() + i);
    }
  }

  public String name() {
    return name;
  }

  public Felt selector() {
    return selector;
  }

  boolean isEvent() {
    return event;
  }

  int keys() {
    return keys.size();
  }

  /// How many words a record has behind its keys while its list, where it has one, is empty.
  int words() {
    return fields.size();
  }

  /// Whether the last field is a list of resources.
  boolean endsInList() {
    return fields.getLast().isList();
  }

  /// Where the field's word is, keys counted first. Throws [IllegalArgumentException] for a name
  /// that the model does not know: a mistake of ours.
  int place(String field) {
    Integer place = places.get(field);
    if (place == null) {
      throw new IllegalArgumentException("no field " + field + " in " + name);
    }
    return place;
  }

  RecordField field(int place) {
    return place < keys.size() ? keys.get(place) : fields.get(place - keys.size());
  }
}
