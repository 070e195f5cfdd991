package dev.playloop.worlds.eternum.index;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The records of the game, each with its words, and for the newest blocks what they were before.
/// Used within a transaction.
final class IndexRecords {
  private final IndexConnection db;
  private final IndexRows rows;
  private final Map<String, IndexedModel> models = new HashMap<>();

  IndexRecords(IndexConnection db, IndexedModels models) {
    this.db = db;
    this.rows = new IndexRows(db);
    models.all().forEach(model -> this.models.put(model.table(), model));
  }

  /// A record's words since a block.
  private record Kept(RecordWords words, long block) {}

  /// @param before null where the record was not there
  private record Undo(String model, String id, @Nullable Kept before) {}

  /// Changes a record as an event of that block says. `undoable` is whether the block may go again.
  /// Throws [UnreadableEvent], and has changed nothing then, where the record's id or keys are
  /// those of another one: a row would be two records'.
  void apply(RecordChange change, long block, boolean undoable) throws SQLException {
    Kept before = find(change.model(), change.id());
    if (change instanceof RecordChange.Put put) {
      checkIdentity(put, before);
    }
    if (undoable) {
      remember(change, block, before);
    }
    switch (change) {
      case RecordChange.Put put -> put(put.model(), put.id(), new Kept(put.words(), block));
      case RecordChange.Gone gone -> remove(gone.model(), gone.id(), before);
    }
  }

  private void checkIdentity(RecordChange.Put put, @Nullable Kept before) throws SQLException {
    if (before != null) {
      if (!before.words().keys().equals(put.words().keys())) {
        throw new UnreadableEvent("an id that has other keys");
      }
    } else if (!db.rows(
            row -> row.getString(1),
            "select id from internal_records where model = ? and keys = ?",
            put.model().table(),
            put.words().keysText())
        .isEmpty()) {
      throw new UnreadableEvent("keys that have another id");
    }
  }

  /// All records become what they were before this block, which is the newest one.
  void undo(long block) throws SQLException {
    List<Undo> all =
        db.rows(
            row -> {
              String keys = row.getString(3);
              Kept before =
                  keys == null
                      ? null
                      : new Kept(RecordWords.parse(keys, row.getString(4)), row.getLong(5));
              return new Undo(row.getString(1), row.getString(2), before);
            },
            "select model, id, keys, vals, was from internal_undo where block = ?",
            block);
    for (Undo undo : all) {
      IndexedModel model = models.get(undo.model());
      if (model == null) {
        throw new IllegalStateException("an index of other models: " + undo.model());
      }
      Kept before = undo.before();
      if (before == null) {
        remove(model, undo.id(), find(model, undo.id()));
      } else {
        put(model, undo.id(), before);
      }
    }
    db.update("delete from internal_undo where block = ?", block);
  }

  /// Blocks below this one can't go any more.
  void settle(long block) throws SQLException {
    db.update("delete from internal_undo where block < ?", block);
  }

  /// Only what a block changes first is what was before it.
  private void remember(RecordChange change, long block, @Nullable Kept before)
      throws SQLException {
    String table = change.model().table();
    if (before == null) {
      db.update(
          "insert or ignore into internal_undo (block, model, id) values (?, ?, ?)",
          block,
          table,
          change.id());
    } else {
      db.update(
          "insert or ignore into internal_undo (block, model, id, keys, vals, was)"
              + " values (?, ?, ?, ?, ?, ?)",
          List.of(
              block,
              table,
              change.id(),
              before.words().keysText(),
              before.words().valuesText(),
              before.block()));
    }
  }

  private void put(IndexedModel model, String id, Kept kept) throws SQLException {
    String row = IndexRows.rowId(model, id, kept.words());
    db.update(
        "insert or replace into internal_records (model, id, row, keys, vals, block)"
            + " values (?, ?, ?, ?, ?, ?)",
        List.of(
            model.table(),
            id,
            row,
            kept.words().keysText(),
            kept.words().valuesText(),
            kept.block()));
    rows.put(model, id, kept.words(), kept.block());
  }

  private void remove(IndexedModel model, String id, @Nullable Kept before) throws SQLException {
    if (before != null) {
      db.update("delete from internal_records where model = ? and id = ?", model.table(), id);
      rows.remove(model, id, before.words());
    }
  }

  private @Nullable Kept find(IndexedModel model, String id) throws SQLException {
    List<Kept> found =
        db.rows(
            row -> new Kept(RecordWords.parse(row.getString(1), row.getString(2)), row.getLong(3)),
            "select keys, vals, block from internal_records where model = ? and id = ?",
            model.table(),
            id);
    return found.isEmpty() ? null : found.getFirst();
  }
}
