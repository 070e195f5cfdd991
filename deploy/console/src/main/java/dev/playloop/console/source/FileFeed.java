package dev.playloop.console.source;

import dev.playloop.audit.ExportFile;
import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource.Extent;
import dev.playloop.console.index.IndexWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads an export into an index, once, and in as many transactions as [#BATCH] entries need. A
/// file that was not read to its end is read from its beginning again the next time.
final class FileFeed implements Feed {
  private static final Logger LOG = LoggerFactory.getLogger(FileFeed.class);
  private static final int BATCH = 2_000;

  /// So often it looks whether the index is to be made anew.
  private static final Duration LOOK = Duration.ofMillis(200);

  /// What stands for the file among the places; 1: all of it is in.
  private static final String WHOLE = "whole";

  private final Path path;
  private final Goal goal;
  private final CountDownLatch loaded = new CountDownLatch(1);
  private final Thread thread;
  private volatile String problem = "the file is not read yet";
  private volatile long behind;
  private volatile boolean closed;
  private volatile boolean read;
  private long gathered;

  /// Ends the reading where the console is closed meanwhile.
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private FileFeed(Path path, Goal goal) {
    this.path = path;
    this.goal = goal;
    this.thread = Thread.ofPlatform().name("console-feed").daemon().unstarted(this::run);
  }

  static FileFeed start(Path path, Goal goal) {
    FileFeed feed = new FileFeed(path, goal);
    feed.thread.start();
    return feed;
  }

  private void run() {
    do {
      once();
      loaded.countDown();
      do {
        LockSupport.parkNanos(LOOK.toNanos());
      } while (!closed && !goal.torn().getAsBoolean());
    } while (!closed);
  }

  /// Reads it, where not all of it is in the index.
  private void once() {
    read = false;
    try (IndexWriter writer = goal.writer().get()) {
      if (!writer.places().containsKey(WHOLE)) {
        read(writer);
      }
      read = true;
      behind = 0;
    } catch (Stopped e) {
      LOG.trace("closed while the file was read");
    } catch (RuntimeException | IOException e) {
      problem = String.valueOf(e.getMessage());
      LOG.error("The console can't read all of {}: {}", path.getFileName(), e.getMessage());
    }
  }

  private void read(IndexWriter writer) throws IOException {
    ExportFile file = ExportFile.open(path);
    Set<Integer> archived = new HashSet<>();
    long entries = 0;
    for (Extent extent : file.extents()) {
      entries += extent.to() - extent.from();
      if (extent.from() > 0) {
        archived.add(extent.partition());
      }
    }
    behind = entries;
    writer.clear(); // of a reading that was broken off
    writer.archived(archived);
    file.read((kind, record) -> take(writer, file, kind, record), _ -> {});
    tell(writer, Map.of(WHOLE, Map.of(0, 1L)));
  }

  private void take(IndexWriter writer, ExportFile file, Kind kind, JournalRecord record) {
    if (closed) {
      throw new Stopped();
    }
    if (kind == Kind.ENTRY) {
      writer.entry(record, file.place());
      behind = Math.max(1, behind - 1);
      if (++gathered % BATCH == 0) {
        tell(writer, Map.of());
      }
    }
  }

  private void tell(IndexWriter writer, Map<String, Map<Integer, Long>> next) {
    if (writer.commit(next)) {
      goal.came().run();
    }
  }

  @Override
  public boolean awaitLoaded(Duration timeout) throws InterruptedException {
    return loaded.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public long behind() {
    return behind;
  }

  @Override
  public @Nullable String problem() {
    return read ? null : problem;
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
