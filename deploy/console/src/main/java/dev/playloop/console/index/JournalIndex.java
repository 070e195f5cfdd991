package dev.playloop.console.index;

import dev.playloop.console.veil.Veil;
import dev.playloop.console.veil.VeiledPlaces;
import dev.playloop.journal.JournalVerifier;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;

/// An index of a journal: one file, one who writes, and [#READERS] who read at a time. Delete the
/// file, and it is made anew. Safe for all threads, the writer aside, which is one thread's.
public final class JournalIndex implements AutoCloseable {
  static final int READERS = 4;

  private final IndexFile file;
  private final boolean words;
  private final byte[] key;
  private final LastWords spoken = new LastWords();
  private final BlockingQueue<Sql> free = new ArrayBlockingQueue<>(READERS);
  private final List<Connection> all = new ArrayList<>();

  private JournalIndex(IndexFile file, boolean words) {
    this.file = file;
    this.words = words;
    this.key = file.key();
    try {
      for (int i = 0; i < READERS; i++) {
        Connection connection = file.connect();
        all.add(connection);
        free.add(new Sql(connection));
      }
    } catch (SQLException e) {
      close();
      throw new BrokenIndex("can't open " + file.path(), e);
    }
  }

  /// `of` names the journal; a file of another one is put away.
  ///
  /// @param words whether texts can be searched for
  public static JournalIndex open(Path path, String of, boolean words) {
    return new JournalIndex(IndexFile.open(path, of + (words ? " with words" : "")), words);
  }

  /// Hides places of this index, over a restart too: the key lies in its file, which is its owner's
  /// alone, and goes with it.
  public VeiledPlaces places(String use) {
    return new VeiledPlaces(new Veil(use, key));
  }

  /// Whether texts can be searched for.
  public boolean hasWords() {
    return words;
  }

  /// How large the file is.
  public long bytes() {
    return file.bytes();
  }

  /// What agents said last.
  public LastWords spoken() {
    return spoken;
  }

  /// Who brings entries in. One at a time.
  public IndexWriter writer(JournalVerifier verifier) {
    try {
      return new IndexWriter(file, verifier, words, spoken);
    } catch (SQLException e) {
      throw new BrokenIndex("can't open " + file.path(), e);
    }
  }

  /// Asks on a connection that nobody else uses meanwhile; waits for one.
  <T> T ask(Function<Sql, T> question) throws InterruptedException {
    Sql one = free.take();
    try {
      return question.apply(one);
    } finally {
      free.add(one);
    }
  }

  @Override
  public void close() {
    for (Connection connection : all) {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new BrokenIndex("the index can't be closed", e);
      }
    }
  }
}
