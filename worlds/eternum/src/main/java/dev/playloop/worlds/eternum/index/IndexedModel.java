package dev.playloop.worlds.eternum.index;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A model of the game and the table that has its records.
///
/// @param table `<namespace>-<name>`
/// @param event whether its records are told once, and never removed
/// @param keys what names a record, in the order of its words
/// @param pivot null where each record is a row
record IndexedModel(
    String table, boolean event, List<Column> keys, List<Column> fields, @Nullable Pivot pivot) {
  IndexedModel {
    keys = List.copyOf(keys);
    fields = List.copyOf(fields);
  }

  record Column(String name, WordType type) {}

  /// Several records that make one row: the last key, a number, says which columns a record has.
  ///
  /// @param names what stands before the columns, by that number
  record Pivot(List<String> names) {
    Pivot {
      names = List.copyOf(names);
    }
  }

  /// The keys that are columns of a row.
  List<Column> rowKeys() {
    return pivot == null ? keys : keys.subList(0, keys.size() - 1);
  }

  /// The columns of a record's fields. `pivoted` is the number that its last key has, 0 where the
  /// table has no pivot.
  List<Column> columns(int pivoted) {
    if (pivot == null) {
      return fields;
    }
    String name = pivot.names().get(pivoted);
    return fields.stream().map(f -> new Column(name + "_" + f.name(), f.type())).toList();
  }
}
