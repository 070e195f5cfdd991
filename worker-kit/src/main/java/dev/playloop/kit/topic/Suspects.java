package dev.playloop.kit.topic;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// At which records an `Error` struck a role, and how often: memory that ran out, above all, while
/// a record was handled or already when it was fetched. Such a record ends the role's thread, or
/// its process, so the count outlives both in a small file. A record that was struck [#STRIKES]
/// times is skipped at the next start; while one is not behind the role yet, it reads one at a
/// time, so that the next `Error` tells which record it was.
///
/// At most [#MAX] records are known, each for [#KEPT] after its last strike: long enough for a
/// transaction that is aborted and read again, too short for a topic that was made anew. A file
/// that is torn, foreign or can't be written counts as an empty one. Safe for all threads.
public final class Suspects {
  /// So often an `Error` may strike at a record before the next start skips it.
  public static final int STRIKES = 2;

  /// From so many strikes on, skipping has not helped.
  public static final int HOPELESS = 3 * STRIKES;

  static final int MAX = 64;
  static final Duration KEPT = Duration.ofMinutes(10);
  private static final Logger LOG = LoggerFactory.getLogger(Suspects.class);
  private static final int LARGEST_FILE = 64 * 1024;
  private static final int FIELDS = 6;

  private final @Nullable Path file;
  private final Clock clock;
  private final Map<Position, Strikes> known = new HashMap<>();

  /// Read on each record, written under the lock.
  private volatile boolean quiet = true;

  private volatile boolean none = true;

  private Suspects(@Nullable Path file, Clock clock) {
    this.file = file;
    this.clock = clock;
    if (file != null) {
      known.putAll(read(file));
    }
    settle();
  }

  /// Where a record lies.
  public record Position(String topic, int partition, long offset) {
    @Override
    public String toString() {
      return topic + "-" + partition + "@" + offset;
    }
  }

  /// How often, last when, and whether the role has gone past it since.
  private record Strikes(int count, Instant last, boolean past) {}

  /// Those of the role whose file this is; the file needs not be there.
  public static Suspects in(Path file) {
    return in(file, Clock.systemUTC());
  }

  /// For a role without a folder: what is known ends with the process.
  public static Suspects unkept() {
    return new Suspects(null, Clock.systemUTC());
  }

  static Suspects in(Path file, Clock clock) {
    return new Suspects(file, clock);
  }

  /// An `Error` struck at this record. Returns how often by now. Kept before it returns, so that
  /// the process may end with the next instruction.
  public synchronized int struck(Position at) {
    forgetOld();
    int count = known.containsKey(at) ? known.get(at).count() + 1 : 1;
    known.put(at, new Strikes(count, clock.instant(), false));
    while (known.size() > MAX) {
      known.entrySet().stream()
          .min(Comparator.comparing(entry -> entry.getValue().last()))
          .map(Map.Entry::getKey)
          .ifPresent(known::remove);
    }
    settle();
    write();
    return count;
  }

  /// Whether the record must be skipped: it was struck often enough.
  public boolean isGuilty(Position at) {
    if (none) {
      return false;
    }
    synchronized (this) {
      forgetOld(); // what is due again and again, as a view is, is tried again
      settle();
      Strikes strikes = known.get(at);
      return strikes != null && strikes.count() >= STRIKES;
    }
  }

  /// The record at `offset` was handled or skipped: all up to it are behind the role.
  public void passed(String topic, int partition, long offset) {
    if (quiet) {
      return;
    }
    synchronized (this) {
      boolean changed = false;
      for (Map.Entry<Position, Strikes> entry : known.entrySet()) {
        Position at = entry.getKey();
        Strikes strikes = entry.getValue();
        if (!strikes.past()
            && at.topic().equals(topic)
            && at.partition() == partition
            && at.offset() <= offset) {
          entry.setValue(new Strikes(strikes.count(), strikes.last(), true));
          changed = true;
        }
      }
      if (changed) {
        settle();
        write();
      }
    }
  }

  /// Whether no record is under suspicion. While one is, the role reads one record at a time.
  public boolean isQuiet() {
    if (quiet) {
      return true;
    }
    synchronized (this) {
      forgetOld();
      settle();
      return quiet;
    }
  }

  /// The last offset of a partition that is under suspicion; -1 where there is none.
  public long lastOpen(String topic, int partition) {
    if (isQuiet()) {
      return -1;
    }
    return open().stream()
        .filter(at -> at.partition() == partition && at.topic().equals(topic))
        .mapToLong(Position::offset)
        .max()
        .orElse(-1);
  }

  /// The records that are not behind the role yet, for a line to the operator.
  public synchronized List<Position> open() {
    forgetOld();
    settle();
    List<Position> open = new ArrayList<>();
    known.forEach((at, strikes) -> {
      if (!strikes.past()) {
        open.add(at);
      }
    });
    open.sort(Comparator.comparing(Position::toString));
    return List.copyOf(open);
  }

  private void forgetOld() {
    Instant oldest = clock.instant().minus(KEPT);
    known.values().removeIf(strikes -> strikes.last().isBefore(oldest));
  }

  private void settle() {
    quiet = known.values().stream().allMatch(Strikes::past);
    none = known.isEmpty();
  }

  private void write() {
    Path file = this.file;
    if (file == null) {
      return;
    }
    StringBuilder text = new StringBuilder();
    known.forEach((at, strikes) ->
        text.append(
            String.join(
                " ",
                at.topic(),
                String.valueOf(at.partition()),
                String.valueOf(at.offset()),
                String.valueOf(strikes.count()),
                String.valueOf(strikes.last().toEpochMilli()),
                strikes.past() ? "past\n" : "open\n")));
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(next, text, StandardCharsets.UTF_8);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      LOG.warn("can't keep {}: {}; a restart counts from zero", file, e.toString());
    }
  }

  private static Map<Position, Strikes> read(Path file) {
    Map<Position, Strikes> read = new HashMap<>();
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > LARGEST_FILE) {
        return read;
      }
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      text.lines()
          .limit(MAX)
          .forEach(line -> {
            String[] fields = line.split(" ", -1);
            Strikes strikes = fields.length == FIELDS ? strikes(fields) : null;
            if (strikes != null) {
              read.put(
                  new Position(fields[0], Integer.parseInt(fields[1]), Long.parseLong(fields[2])),
                  strikes);
            }
          });
      return read;
    } catch (IOException | NumberFormatException e) {
      LOG.warn("{} can't be read and counts as empty: {}", file, e.toString());
      return new HashMap<>();
    }
  }

  private static @Nullable Strikes strikes(String[] fields) {
    return switch (fields[5]) {
      case "open", "past" ->
          new Strikes(
              Integer.parseInt(fields[3]),
              Instant.ofEpochMilli(Long.parseLong(fields[4])),
              fields[5].equals("past"));
      default -> null;
    };
  }
}
