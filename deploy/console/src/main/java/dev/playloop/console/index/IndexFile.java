package dev.playloop.console.index;

import dev.playloop.console.veil.Veil;
import dev.playloop.schemas.seal.DataKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The file of an index: SQLite, readable by its owner alone. One that was made of another journal
/// or by another release, or that is torn, is put away beside it and made anew: all in it comes
/// from the journal. Opened once, by one process; each connection is one thread's at a time.
final class IndexFile {
  private static final Logger LOG = LoggerFactory.getLogger(IndexFile.class);

  /// Another number where the tables change, or what stands in them.
  static final int FORMAT = 2;

  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");
  private static final List<String> PARTS = List.of("", "-wal", "-shm");

  private final Path path;
  private final String of;

  private IndexFile(Path path, String of) {
    this.path = path;
    this.of = of;
  }

  /// `of` names the journal and how it is indexed: a file of anything else is put away. What an
  /// earlier start had put away goes: nobody may have told what of its words was to be erased
  /// since.
  static IndexFile open(Path path, String of) {
    IndexFile file = new IndexFile(path, of);
    file.dropPutAway();
    String why = Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? file.problem() : null;
    if (why != null) {
      LOG.info("the console's index is made anew, since {}", why);
      file.putAway();
    }
    if (!Files.exists(path)) {
      file.make();
    }
    return file;
  }

  Path path() {
    return path;
  }

  /// Why the file is of no use; null where it is.
  private @Nullable String problem() {
    if (!isOurs()) {
      return "others may have written its file";
    }
    try (Connection connection = connect()) {
      Sql sql = new Sql(connection);
      String check =
          sql.one("pragma quick_check(1)", List.of(), row -> String.valueOf(row.getString(1)));
      if (!"ok".equals(check)) {
        return "its file is torn";
      }
      String said =
          sql.one(
              "select value from meta where name = 'of'",
              List.of(),
              row -> String.valueOf(row.getString(1)));
      return stamp(of).equals(said) ? null : "its file is of another journal or format";
    } catch (SQLException | BrokenIndex e) {
      return "its file is torn";
    }
  }

  /// Whether it is a file that not everybody can write, and no link to one elsewhere.
  private boolean isOurs() {
    try {
      return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
          && !Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS)
              .contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException e) {
      return false;
    }
  }

  private static String stamp(String of) {
    return "format " + FORMAT + " of " + of;
  }

  /// The last one that was put away is overwritten: nobody needs two.
  private void putAway() {
    try {
      for (String part : PARTS) {
        Path from = Path.of(path + part);
        Path to = Path.of(path + ".old" + part);
        if (Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
          Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        } else {
          Files.deleteIfExists(to);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't put away " + path, e);
    }
  }

  /// What was put away may hold what is to be erased now.
  void dropPutAway() {
    try {
      for (String part : PARTS) {
        Files.deleteIfExists(Path.of(path + ".old" + part));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't remove " + path + ".old", e);
    }
  }

  /// What is in it is of no use: it is put away, and an empty one made.
  void renew() {
    putAway();
    make();
  }

  private void make() {
    try {
      Path folder = path.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      // Before there is anything in it; what SQLite puts beside it gets the same rights.
      Files.createFile(path, PosixFilePermissions.asFileAttribute(OWNER));
    } catch (IOException e) {
      throw new UncheckedIOException("can't make " + path, e);
    }
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String each : Tables.ALL) {
        statement.execute(each);
      }
      Sql sql = new Sql(connection);
      sql.change("insert into meta(name, value) values('of', ?)", stamp(of));
      sql.change("insert into meta(name, value) values('made', ?)", fresh());
    } catch (SQLException e) {
      throw new BrokenIndex("can't make " + path, e);
    }
  }

  /// What tells this file from any other: places in it mean nothing elsewhere.
  static String fresh() {
    return HexFormat.of().formatHex(Veil.random(8));
  }

  /// What hides places of this index; made where the file has none.
  byte[] key() {
    try (Connection connection = connect()) {
      Sql sql = new Sql(connection);
      sql.change(
          "insert or ignore into meta(name, value) values('key', ?)",
          HexFormat.of().formatHex(Veil.random(DataKey.BYTES)));
      String key =
          sql.one(
              "select value from meta where name = 'key'",
              List.of(),
              row -> String.valueOf(row.getString(1)));
      return HexFormat.of().parseHex(Objects.requireNonNull(key));
    } catch (SQLException e) {
      throw new BrokenIndex("can't open " + path, e);
    }
  }

  /// A connection of its own.
  Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
    try (Statement statement = connection.createStatement()) {
      for (String each : Tables.PRAGMAS) {
        statement.execute(each);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /// What is on the disk; 0 where it can't be told.
  long bytes() {
    try {
      return Files.size(path);
    } catch (IOException e) {
      return 0;
    }
  }
}
