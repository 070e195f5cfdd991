package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.eternum.index.IndexedModel.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The tables of an index, as SQL. Beside a model's own columns each row has `internal_id` and
/// `internal_updated_block`. Tables of the index's own:
///
/// - `contracts`: one row, how far the world's contract has been read (`head`, `head_hash`,
///   `last_block_timestamp`), of which chain;
/// - `internal_blocks`: the newest blocks, by whose hashes a reorganisation is noticed: of what is
///   in them, as a starknet-devnet's own hashes are not;
/// - `internal_records`: each record's words, of which all rows are made;
/// - `internal_undo`: what a record was before a block first changed it.
final class IndexSchema {
  /// Columns that are looked for, beside keys.
  private static final Map<String, List<String>> LOOKED_FOR =
      Map.of(
          "Structure", List.of("owner", "base.category"),
          "ExplorerTroops", List.of("owner"),
          "Trade", List.of("maker_id", "taker_id"),
          "GuildMember", List.of("guild_id"),
          "StoryEvent", List.of("owner.Some", "tx_hash"),
          "BattleEvent", List.of("attacker_owner", "defender_owner"));

  private static final List<String> OWN =
      List.of(
          """
          create table contracts (
            contract_address text primary key, head integer, head_hash text,
            last_block_timestamp integer, genesis text not null, identity text not null)\
          """,
          """
          create table internal_blocks (
            number integer primary key, hash text not null, timestamp integer not null)\
          """,
          """
          create table internal_records (
            model text not null, id text not null, row text not null, keys text not null,
            vals text not null, block integer not null, primary key (model, id)) without rowid\
          """,
          "create index internal_records_row on internal_records (model, row)",
          "create index internal_records_keys on internal_records (model, keys)",
          """
          create table internal_undo (
            block integer not null, model text not null, id text not null, keys text, vals text,
            was integer, primary key (block, model, id)) without rowid\
          """);

  private IndexSchema() {}

  static List<String> statements(IndexedModels models) {
    List<String> all = new ArrayList<>(OWN);
    for (IndexedModel model : models.all()) {
      all.add(table(model));
      all.add(index(model, "keys", model.rowKeys().stream().map(Column::name).toList()));
      String name = model.table().substring(model.table().indexOf('-') + 1);
      for (String column : LOOKED_FOR.getOrDefault(name, List.of())) {
        all.add(index(model, column, List.of("game_id", column)));
      }
      if (model.event()) {
        all.add(index(model, "block", List.of("internal_updated_block")));
      }
    }
    return all;
  }

  /// Every table there may be.
  static List<String> tables(IndexedModels models) {
    return Stream.concat(
            Stream.of("contracts", "internal_blocks", "internal_records", "internal_undo"),
            models.all().stream().map(IndexedModel::table))
        .toList();
  }

  private static String table(IndexedModel model) {
    List<String> columns = new ArrayList<>();
    columns.add("internal_id text primary key");
    columns.add("internal_updated_block integer not null");
    Stream.concat(model.rowKeys().stream(), fields(model))
        .map(IndexSchema::column)
        .forEach(columns::add);
    return "create table " + quoted(model.table()) + " (" + String.join(", ", columns) + ")";
  }

  private static Stream<Column> fields(IndexedModel model) {
    IndexedModel.Pivot pivot = model.pivot();
    return pivot == null
        ? model.fields().stream()
        : IntStream.range(0, pivot.names().size()).boxed().flatMap(i -> model.columns(i).stream());
  }

  private static String column(Column column) {
    return quoted(column.name())
        + (column.type().isNumber() ? " integer not null default " : " text not null default '")
        + column.type().none()
        + (column.type().isNumber() ? "" : "'");
  }

  private static String index(IndexedModel model, String name, List<String> columns) {
    return "create index %s on %s (%s)"
        .formatted(
            quoted(model.table() + "/" + name),
            quoted(model.table()),
            String.join(", ", columns.stream().map(IndexSchema::quoted).toList()));
  }

  static String quoted(String name) {
    return '"' + name + '"';
  }
}
