package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.BlockHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/// An index on disk: rows, and how far they have come, changed together or not at all. A process
/// that is killed leaves it as it was after the last transaction. Used by one thread at a time.
public final class IndexFile implements AutoCloseable {
  private static final String NAME = "eternum-index.sqlite";

  private final @Nullable Path file;
  private final boolean temporary;
  private final IndexedModels models;
  private final IndexConnection db;
  private final IndexRecords records;

  private IndexFile(@Nullable Path file, boolean temporary, IndexConnection db) {
    this.file = file;
    this.temporary = temporary;
    this.models = IndexedModels.standard();
    this.db = db;
    this.records = new IndexRecords(db, models);
  }

  /// The index in this folder, which is made where it is missing. Throws [IllegalStateException]
  /// where it can't be opened.
  public static IndexFile in(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return at(folder.resolve(NAME), false);
  }

  /// One that is gone when it is closed.
  public static IndexFile temporary() {
    try {
      return at(Files.createTempDirectory("eternum-index").resolve(NAME), true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// One that only its owner can read.
  static IndexFile inMemory() {
    return open(null, "jdbc:sqlite::memory:", false);
  }

  private static IndexFile at(Path file, boolean temporary) {
    return open(file, "jdbc:sqlite:" + file.toUri(), temporary);
  }

  private static IndexFile open(@Nullable Path file, String url, boolean temporary) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    config.enableLoadExtension(false);
    try {
      IndexConnection db =
          new IndexConnection(DriverManager.getConnection(url, config.toProperties()));
      IndexFile opened = new IndexFile(file, temporary, db);
      opened.makeTables();
      return opened;
    } catch (SQLException e) {
      throw new IllegalStateException("the index can't be opened: " + file, e);
    }
  }

  private void makeTables() throws SQLException {
    long there =
        db.rows(
                row -> row.getLong(1),
                "select count(*) from sqlite_master where type = 'table' and name = 'contracts'")
            .getFirst();
    if (there == 0) {
      db.script("begin immediate");
      for (String statement : IndexSchema.statements(models)) {
        db.script(statement);
      }
      db.script("commit");
    }
  }

  /// Where it lies.
  public Path path() {
    if (file == null) {
      throw new IllegalStateException("an index in memory has no path");
    }
    return file;
  }

  IndexedModels models() {
    return models;
  }

  IndexConnection db() {
    return db;
  }

  IndexRecords records() {
    return records;
  }

  /// How far it has read of what `identity` names; null where it has read nothing, or something
  /// else.
  @Nullable IndexHead head(String identity) throws SQLException {
    List<IndexHead> found =
        db.rows(
            row -> {
              String hash = row.getString(3);
              return new IndexHead(
                  Felt.hex(row.getString(1)),
                  hash == null ? null : new IndexHead.Position(row.getLong(2), Felt.hex(hash)));
            },
            "select genesis, head, head_hash from contracts where identity = ?",
            identity);
    return found.isEmpty() ? null : found.getFirst();
  }

  /// Forgets all, and begins with a chain. In a transaction of its own, so that nobody sees a half.
  void beginAnew(Felt contract, Felt genesis, String identity)
      throws SQLException, InterruptedException {
    db.inTransaction(() -> {
      for (String table : IndexSchema.tables(models)) {
        db.update("delete from " + IndexSchema.quoted(table));
      }
      db.update(
          "insert into contracts (contract_address, genesis, identity) values (?, ?, ?)",
          contract.padded(),
          genesis.padded(),
          identity);
      return true;
    });
  }

  /// Blocks whose hashes are kept, the newest first.
  List<IndexHead.Position> blocks() throws SQLException {
    return db.rows(
        row -> new IndexHead.Position(row.getLong(1), Felt.hex(row.getString(2))),
        "select number, hash from internal_blocks order by number desc");
  }

  /// Has read this block as the newest one. Within a transaction.
  void read(BlockHeader block) throws SQLException {
    db.update(
        "insert or replace into internal_blocks (number, hash, timestamp) values (?, ?, ?)",
        block.number(),
        block.contentHash().padded(),
        block.at().getEpochSecond());
    stand();
  }

  /// Blocks below this one can't go any more. Within a transaction.
  void settle(long block) throws SQLException {
    db.update("delete from internal_blocks where number < ?", block);
    records.settle(block);
  }

  /// All is as it was after `ancestor`. Within a transaction.
  void backTo(long ancestor) throws SQLException {
    for (IndexHead.Position block : blocks()) {
      if (block.number() > ancestor) {
        records.undo(block.number());
      }
    }
    db.update("delete from internal_blocks where number > ?", ancestor);
    stand();
  }

  private void stand() throws SQLException {
    db.update(
        "update contracts set (head, head_hash, last_block_timestamp) ="
            + " (select number, hash, timestamp from internal_blocks"
            + " order by number desc limit 1)");
  }

  @Override
  public void close() {
    try {
      db.close();
      if (temporary && file != null) {
        for (String end : List.of("", "-wal", "-shm")) {
          Files.deleteIfExists(file.resolveSibling(NAME + end));
        }
        Files.deleteIfExists(file.toAbsolutePath().getParent());
      }
    } catch (SQLException | IOException e) {
      throw new IllegalStateException("the index can't be closed", e);
    }
  }
}
