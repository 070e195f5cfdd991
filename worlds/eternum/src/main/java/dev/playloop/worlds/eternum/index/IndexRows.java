package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.eternum.index.IndexedModel.Column;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Keeps rows as the records say: each row is made of the words of its records and of nothing else,
/// so that records which are as they were make the rows that were.
final class IndexRows {
  private final IndexConnection db;
  private final Map<String, String> puts = new HashMap<>();

  IndexRows(IndexConnection db) {
    this.db = db;
  }

  /// What the row of a record is called.
  static String rowId(IndexedModel model, String id, RecordWords words) {
    return model.pivot() == null ? id : words.joined(words.keys().size() - 1);
  }

  /// The record has these words since that block.
  void put(IndexedModel model, String id, RecordWords words, long block) throws SQLException {
    RecordRow row = RecordRow.of(model, words);
    List<Object> values = new ArrayList<>();
    values.add(rowId(model, id, words));
    values.add(block);
    values.addAll(row.keys());
    values.addAll(row.fields());
    db.update(puts.computeIfAbsent(model.table() + row.pivoted(), _ -> sql(model, row)), values);
    if (model.pivot() != null) {
      age(model, rowId(model, id, words));
    }
  }

  /// The record is gone, which had these words.
  void remove(IndexedModel model, String id, RecordWords words) throws SQLException {
    String row = rowId(model, id, words);
    if (model.pivot() == null) {
      db.update("delete from " + table(model) + " where internal_id = ?", row);
      return;
    }
    List<Column> columns = model.columns(RecordRow.of(model, words).pivoted());
    String cleared =
        String.join(
            ", ", columns.stream().map(c -> IndexSchema.quoted(c.name()) + " = ?").toList());
    List<Object> values = new ArrayList<>(columns.stream().map(c -> c.type().none()).toList());
    values.add(row);
    db.update("update " + table(model) + " set " + cleared + " where internal_id = ?", values);
    age(model, row);
  }

  /// A row of several records is as new as the newest of them, and gone with the last.
  private void age(IndexedModel model, String row) throws SQLException {
    List<Long> newest =
        db.rows(
            found -> found.getObject(1) == null ? -1L : found.getLong(1),
            "select max(block) from internal_records where model = ? and row = ?",
            model.table(),
            row);
    if (newest.getFirst() < 0) {
      db.update("delete from " + table(model) + " where internal_id = ?", row);
    } else {
      db.update(
          "update " + table(model) + " set internal_updated_block = ? where internal_id = ?",
          newest.getFirst(),
          row);
    }
  }

  private static String sql(IndexedModel model, RecordRow row) {
    List<String> names =
        Stream.concat(
                Stream.of("internal_id", "internal_updated_block"),
                Stream.concat(model.rowKeys().stream(), model.columns(row.pivoted()).stream())
                    .map(c -> IndexSchema.quoted(c.name())))
            .toList();
    return "insert into %s (%s) values (%s) on conflict (internal_id) do update set %s"
        .formatted(
            table(model),
            String.join(", ", names),
            String.join(", ", names.stream().map(_ -> "?").toList()),
            String.join(", ", names.stream().skip(1).map(n -> n + " = excluded." + n).toList()));
  }

  private static String table(IndexedModel model) {
    return IndexSchema.quoted(model.table());
  }
}
