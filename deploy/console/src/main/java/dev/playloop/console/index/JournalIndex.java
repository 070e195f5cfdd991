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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An index of a journal: one file, one who writes, and [#READERS] who read at a time. Delete the
/// file, and it is made anew. Safe for all threads, the writer aside, which is one thread's.
public final class JournalIndex implements AutoCloseable {
  static final int READERS = 4;
  private static final Logger LOG = LoggerFactory.getLogger(JournalIndex.class);

  private final IndexFile file;
  private final boolean words;
  private final LastWords spoken = new LastWords();
  private final BlockingQueue<Sql> free = new ArrayBlockingQueue<>(READERS);
  private final List<Connection> all = new ArrayList<>();
  private volatile byte[] key;
  private final AtomicBoolean torn = new AtomicBoolean();

  private JournalIndex(IndexFile file, boolean words) {
    this.file = file;
    this.words = words;
    this.key = file.key();
    try {
      free.addAll(connected());
    } catch (SQLException e) {
      close();
      throw new BrokenIndex("can't open " + file.path(), e);
    }
  }

  private List<Sql> connected() throws SQLException {
    List<Sql> connected = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      Connection connection = file.connect();
      all.add(connection);
      connected.add(new Sql(connection, torn));
    }
    return connected;
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

  /// Whether the file was found to be torn while it was open: the next [#writer] has a new one.
  public boolean isTorn() {
    return torn.get();
  }

  /// Who brings entries in. One at a time.
  public IndexWriter writer(JournalVerifier verifier) {
    if (torn.get()) {
      renew();
    }
    try {
      return new IndexWriter(file, new Sql(file.connect(), torn), verifier, words, spoken);
    } catch (SQLException e) {
      throw new BrokenIndex("can't open " + file.path(), e);
    }
  }

  /// Puts the file away and makes it anew. Whoever asks waits meanwhile.
  private void renew() {
    LOG.warn("the console's index was torn while it was open: it is made anew from the journal");
    List<Sql> readers = new ArrayList<>();
    try {
      while (readers.size() < READERS) {
        readers.add(free.take());
      }
      letGo();
      file.renew();
      key = file.key();
      List<Sql> fresh = connected();
      torn.set(false);
      readers = fresh;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("stopped while the index was made anew", e);
    } catch (SQLException e) {
      throw new BrokenIndex("can't open " + file.path(), e);
    } finally {
      free.addAll(readers);
    }
  }

  /// The file is put away, whatever comes of closing it.
  private void letGo() {
    try {
      close();
    } catch (BrokenIndex e) {
      LOG.debug("a torn index does not close", e);
    }
    all.clear();
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
