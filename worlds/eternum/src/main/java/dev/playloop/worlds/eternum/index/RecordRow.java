package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.index.IndexedModel.Column;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// What a record puts into a row: values of its keys and of the columns of its fields.
///
/// @param pivoted the number of the last key where the table has a pivot, else 0
record RecordRow(int pivoted, List<Object> keys, List<Object> fields) {
  RecordRow {
    keys = List.copyOf(keys);
    fields = List.copyOf(fields);
  }

  /// Throws [UnreadableEvent] where the words are not what the model says.
  static RecordRow of(IndexedModel model, RecordWords words) {
    List<Object> keys = read(model.keys(), words.keys());
    List<Object> fields = read(model.fields(), words.values());
    IndexedModel.Pivot pivot = model.pivot();
    if (pivot == null) {
      return new RecordRow(0, keys, fields);
    }
    if (!(keys.getLast() instanceof Long number) || number >= pivot.names().size()) {
      throw new UnreadableEvent("a variant out of range");
    }
    return new RecordRow(number.intValue(), keys.subList(0, keys.size() - 1), fields);
  }

  private static List<Object> read(List<Column> columns, List<Felt> words) {
    Iterator<Felt> rest = words.iterator();
    List<Object> values = new ArrayList<>(columns.size());
    for (Column column : columns) {
      values.add(column.type().take(rest));
    }
    if (rest.hasNext()) {
      throw new UnreadableEvent("too many words");
    }
    return values;
  }
}
